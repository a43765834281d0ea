// The floor that our engine is measured against: the same task as a loop written by hand, with nothing around it.

const final = "The total has been reached.";
interface Call {
  id: string;
  name: string;
  arguments: string;
}
interface Reply {
  text: string;
  toolCalls: Call[];
}

const add = ({ a, b }: { a: number; b: number }) => a + b;

async function loop(ask: (messages: object[]) => Promise<Reply>): Promise<{ messages: object[]; calls: number }> {
  const messages: object[] = [{ role: "user", content: "Add one to the number until told to stop." }];
  let calls = 0;
  for (;;) {
    const reply = await ask(messages);
    if (reply.toolCalls.length === 0) return { messages, calls };
    messages.push({
      role: "assistant",
      content: reply.text,
      tool_calls: reply.toolCalls.map(({ id, name, arguments: text }) => ({
        id,
        type: "function",
        function: { name, arguments: text },
      })),
    });
    for (const call of reply.toolCalls) {
      calls += 1;
      messages.push({ role: "tool", tool_call_id: call.id, content: String(add(JSON.parse(call.arguments))) });
    }
  }
}

/** In this process, with a model that is a counter. */
export async function bareInMemory(steps: number): Promise<object[]> {
  let turn = 0;
  const { messages, calls } = await loop(async () => {
    const i = turn++;
    return i < steps
      ? { text: "", toolCalls: [{ id: `call_${i}`, name: "add", arguments: `{"a":${i},"b":1}` }] }
      : { text: final, toolCalls: [] };
  });
  if (calls !== steps) throw new Error(`${calls} calls instead of ${steps}`);
  return messages;
}

const tools = [
  { type: "function", function: { name: "add", description: "Adds two numbers.", parameters: { type: "object" } } },
];

interface Chunk {
  choices: {
    delta: {
      content?: string;
      tool_calls?: { index: number; id?: string; function: { name?: string; arguments?: string } }[];
    };
  }[];
}

/** Over HTTP: fetch, lines, JSON.parse. */
export async function bareOverHttp(baseUrl: string, steps: number): Promise<void> {
  const { calls } = await loop(async (messages) => {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: `steps-${steps}`, messages, tools, stream: true }),
    });
    const reply: Reply = { text: "", toolCalls: [] };
    let rest = "";
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      const events = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        if (event === "data: [DONE]") continue;
        const { delta } = (JSON.parse(event.slice(6)) as Chunk).choices[0] ?? { delta: {} };
        if (delta.content) reply.text += delta.content;
        for (const part of delta.tool_calls ?? []) {
          const call = (reply.toolCalls[part.index] ??= { id: "", name: "", arguments: "" });
          call.id ||= part.id ?? "";
          call.name ||= part.function.name ?? "";
          call.arguments += part.function.arguments ?? "";
        }
      }
    }
    return reply;
  });
  if (calls !== steps) throw new Error(`${calls} calls instead of ${steps}`);
}
