// Runs in Node beside the tests in workerd: a real model server, and a way to steer it over HTTP from inside workerd.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startOpenaiServer, type OpenaiServer, type Script } from "../fixtures/openai-server.ts";

/** One for each file of tests that needs one: files run side by side, and would take each other's replies. */
const serverNames = ["local", "client"] as const;
type ServerName = (typeof serverNames)[number];

declare module "vitest" {
  interface ProvidedContext {
    modelServerUrls: Record<ServerName, string>;
    modelControlUrl: string;
  }
}

/**
 * Each address begins with the server's name, as in `/local/reply`. `POST /reply` takes a script, queues it and answers with the number its request will have; `GET /request/N`,
 * `/sent/N/EVENTS` and `/closed/COUNT` answer once that has happened.
 */
export default async function setup({ provide }: TestProject) {
  const servers = new Map<string, { model: OpenaiServer; queued: number }>();
  for (const name of serverNames) servers.set(name, { model: await startOpenaiServer(), queued: 0 });
  const control = createServer(async (request, response) => {
    const [, name = "", what, ...numbers] = (request.url ?? "").split("/");
    const server = servers.get(name);
    if (!server) return void response.writeHead(404).end();
    const { model } = server;
    const [first = 0, second = 0] = numbers.map(Number);
    let answer: unknown = null;
    if (what === "reply") {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      model.reply(JSON.parse(Buffer.concat(pieces).toString()) as Script);
      answer = { number: ++server.queued, closedEarly: model.closedEarly };
    }
    if (what === "request") answer = await model.request(first);
    if (what === "sent") await model.sent(first, second);
    if (what === "closed") await model.closed(first);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });
  control.listen(0, "127.0.0.1");
  await once(control, "listening");
  const urls = Object.fromEntries([...servers].map(([name, { model }]) => [name, model.url]));
  provide("modelServerUrls", urls as Record<ServerName, string>);
  provide("modelControlUrl", `http://127.0.0.1:${(control.address() as AddressInfo).port}`);
  return async () => {
    control.closeAllConnections();
    control.close();
    await Promise.all([...servers.values()].map(({ model }) => model.stop()));
  };
}
