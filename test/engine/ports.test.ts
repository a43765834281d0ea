// Tools that need a port: offered where the port is given, and clear about it where it is not.
import { expect, test } from "vitest";
import { scripted, startRun, tools, type Documents, type StartOptions, type Tables } from "../../src/engine/index.ts";
import { call, say } from "./support.ts";

const tables: Tables = {
  list: async () => [{ name: "prices", columns: [{ name: "price", type: "number" }], rows: 1, source: "the test" }],
  query: async () => ({ columns: ["price"], rows: [[3]], more: 0, moreUncounted: false }),
};
const documents: Documents = {
  list: async () => [],
  search: async () => ({ hits: [], found: 0, searched: 0, words: [] }),
  read: async () => undefined,
};

async function offered(options: Partial<StartOptions>): Promise<string[]> {
  const run = startRun("Go.", { pattern: "react", models: { main: scripted([say("Done.")]) }, ...options });
  await run.finished;
  const [first] = run.log;
  return first?.type === "run.start" ? first.tools.map(({ name }) => name) : [];
}

const needy = (port: string) => tools.filter(({ needs }) => needs === port).map(({ name }) => name);

test("a run is offered the tools of the ports it was given, and no others", async () => {
  expect([needy("tables"), needy("documents"), needy("person")]).toEqual([
    ["list_tables", "query_table"],
    ["search_documents", "read_document"],
    ["ask_user"],
  ]);
  const bare = await offered({});
  expect(bare).toContain("calculator");
  for (const name of [...needy("tables"), ...needy("documents"), ...needy("person")]) expect(bare).not.toContain(name);
  expect(await offered({ ports: { tables } })).toEqual([...bare, ...needy("tables")]);
  const onHold = async () => ({ choice: "finish" }) as const;
  expect(await offered({ ports: { documents, tables }, onHold })).toEqual(tools.map(({ name }) => name));
});

test.each([
  ["query_table", { sql: "SELECT 1" }, "no tables in this run"],
  ["list_tables", {}, "no tables in this run"],
  ["search_documents", { query: "jobs" }, "no documents in this run"],
  ["read_document", { id: "a" }, "no documents in this run"],
])("%s without its port fails, says so, and the run goes on", async (name, input, words) => {
  const run = startRun("Go.", {
    pattern: "react",
    models: { main: scripted([call(name, input), say("No data.")]) },
    tools,
  });
  expect(await run.finished).toMatchObject({ status: "completed", answer: "No data." });
  const observation = run.log.find((event) => event.type === "observation");
  expect(observation).toMatchObject({ failure: { code: "tool-failed", message: expect.stringContaining(words) } });
});

test("a tool reaches the port of its run", async () => {
  const run = startRun("Go.", {
    pattern: "react",
    models: { main: scripted([call("query_table", { sql: "SELECT price FROM prices" }), say("3")]) },
    ports: { tables },
  });
  await run.finished;
  expect(run.log.find((event) => event.type === "observation")).toMatchObject({
    output: { columns: ["price"], rows: [[3]] },
  });
});
