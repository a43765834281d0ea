// `npm start`: page and Worker on one address of this machine. Says where, and which models the Worker offers.
import { parseArgs } from "node:util";
import { createServer } from "vite";
import { z } from "../src/engine/zod.ts";
import { configRoute, offerSchema, wireErrorSchema } from "../src/engine/model/wire.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "5173" }, host: { type: "string" } } });

const server = await createServer({
  logLevel: "warn",
  clearScreen: false,
  server: { port: Number(values.port), host: values.host ?? "127.0.0.1" },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void server.close().finally(() => process.exit(0)));
}
await server.listen();
const address = server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0];
console.log(`\nLoopglass is ready at ${address}\n${await offerText(address)}\nCtrl+C ends it.\n`);

async function offerText(address: string | undefined): Promise<string> {
  const reply = await fetch(new URL(configRoute, address));
  const body: unknown = await reply.json();
  if (!reply.ok) return `\nNo model can be called: ${z.parse(wireErrorSchema, body).error.message}\n`;
  const { models } = z.parse(offerSchema, body);
  const names = models.map(({ id }) => id).join(", ");
  if (models.length > 0) return `\nModels: ${names}, and the rehearsal model (no AI, needs nothing).\n`;
  return `
Model: the rehearsal model (no AI; needs no key and no network).
To connect a real one, copy worker/.dev.vars.example to worker/.dev.vars and fill in a key.
`;
}
