// A real HTTP server on loopback that answers as a test tells it to, and remembers what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  path: string;
  headers: IncomingMessage["headers"];
  /** the body as text, and as JSON */
  text: string;
  body: Record<string, unknown>;
}

export interface ModelServer {
  /** for `proxyModel` */
  baseURL: string;
  asked: Asked[];
  answer: (response: ServerResponse, asked: Asked) => void | Promise<void>;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString("utf8");
    const asked: Asked = {
      path: `${request.method ?? ""} ${request.url ?? ""}`,
      headers: request.headers,
      text,
      body: JSON.parse(text) as Record<string, unknown>,
    };
    model.asked.push(asked);
    await model.answer(response, asked);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const model: ModelServer = {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    answer: (response) => void response.end(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return model;
}
