// Runs in Node beside the tests in workerd: a real model server, and a way to steer it over HTTP from inside workerd.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startOpenaiServer, type Script } from "../fixtures/openai-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    modelServerUrl: string;
    modelControlUrl: string;
  }
}

/**
 * `POST /reply` takes a script, queues it and answers with the number its request will have; `GET /request/N`,
 * `/sent/N/EVENTS` and `/closed/COUNT` answer once that has happened.
 */
export default async function setup({ provide }: TestProject) {
  const model = await startOpenaiServer();
  let queued = 0;
  const control = createServer(async (request, response) => {
    const [, what, ...numbers] = (request.url ?? "").split("/");
    const [first = 0, second = 0] = numbers.map(Number);
    let answer: unknown = null;
    if (what === "reply") {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      model.reply(JSON.parse(Buffer.concat(pieces).toString()) as Script);
      answer = { number: ++queued, closedEarly: model.closedEarly };
    }
    if (what === "request") answer = await model.request(first);
    if (what === "sent") await model.sent(first, second);
    if (what === "closed") await model.closed(first);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });
  control.listen(0, "127.0.0.1");
  await once(control, "listening");
  provide("modelServerUrl", model.url);
  provide("modelControlUrl", `http://127.0.0.1:${(control.address() as AddressInfo).port}`);
  return async () => {
    control.closeAllConnections();
    control.close();
    await model.stop();
  };
}
