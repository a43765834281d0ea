// A child process that plays the model's server for the bench of the Worker. The model's name says how: `CHUNKS-GAPMS`.
import { createServer } from "node:http";

const now = () => performance.timeOrigin + performance.now();
const event = (part: object) =>
  `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m", choices: [], ...part })}\n\n`;
const usage = { prompt_tokens: 500, completion_tokens: 20, total_tokens: 520 };

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const [, chunks, gapMs] = /"model":"(\d+)-(\d+)"/.exec(Buffer.concat(parts).toString()) ?? [];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (let i = 0; i < Number(chunks); i++) {
    // When it was sent, so that the client can tell how long it was on its way.
    response.write(
      event({ choices: [{ index: 0, delta: { content: `word ${i}` }, finish_reason: null }], sent: now() }),
    );
    if (gapMs === "0") await new Promise(setImmediate);
    else await new Promise((resolve) => setTimeout(resolve, Number(gapMs)));
  }
  response.end(`${event({ usage })}data: [DONE]\n\n`);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit(0));
