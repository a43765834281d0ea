// A child process that streams a reply in 20 chunks, each its own write, so that only the client's CPU is measured.
// It answers `steps-N` with N tool calls, then with a text; it sends its port to its parent.
import { createServer } from "node:http";

const final = "The total has been reached.";
const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

const frame = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "local",
    choices: [{ index: 0, delta, finish_reason }],
    ...(finish_reason && { usage }),
  })}\n\n`;

const textFrames = [
  frame({ role: "assistant", content: "" }),
  ...Array.from({ length: 18 }, (_, i) => frame({ content: final.slice(i * 2, i * 2 + 2) || " ." })),
  frame({}, "stop"),
];

const callFrames = (turn: number) => {
  const call = (part: object, id?: string) => ({
    tool_calls: [{ index: 0, ...(id && { id, type: "function" }), function: part }],
  });
  return [
    frame({ role: "assistant", content: "" }),
    ...Array.from({ length: 15 }, () => frame({ content: " thought" })),
    frame(call({ name: "add", arguments: "" }, `call_${turn}`)),
    frame(call({ arguments: `{"a":${turn},` })),
    frame(call({ arguments: '"b":1}' })),
    frame({}, "tool_calls"),
  ];
};

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString();
  const steps = Number(/"model":"steps-(\d+)"/.exec(body)?.[1] ?? 0);
  const done = body.split('"role":"tool"').length - 1;
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const one of done < steps ? callFrames(done) : textFrames) {
    response.write(one);
    await new Promise(setImmediate);
  }
  response.end("data: [DONE]\n\n");
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit(0));
