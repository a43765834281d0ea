// Supervisor: rounds of planner, executor and reviewer, and what happens when the reviewer is never content.
import { expect, test } from "vitest";
import {
  outline,
  scripted,
  startRun,
  type ModelReply,
  type ModelRequest,
  type StartOptions,
} from "../../src/engine/index.ts";
import { add, keepsItsPromises, say } from "./support.ts";

const json = (value: unknown): ModelReply => say(JSON.stringify(value));
const plan = (a: number) =>
  json({ steps: [{ id: 1, description: `add ${a}`, tool: "add", input: { a, b: 1 }, dependsOn: [] }] });
const review = (passed: boolean, score: number, feedback = "Look again.") => json({ passed, score, feedback });

async function supervise(replies: ModelReply[], more: Partial<StartOptions> = {}) {
  const requests: ModelRequest[] = [];
  const model = scripted(replies.map((reply) => (request: ModelRequest) => (requests.push(request), reply)));
  const run = startRun("Add up.", { pattern: "supervisor", models: { main: model }, tools: [add], ...more });
  const outcome = await run.finished;
  keepsItsPromises(run.log);
  return { outcome, requests, log: run.log, lines: outline.of(run.log).lines };
}

test("the answer that passes is the answer; the score is only information", async () => {
  const { lines, outcome, log } = await supervise([plan(1), say("2"), review(true, 0.2)]);
  expect(lines).toEqual([
    "run: Add up.",
    "  round 1",
    "    plan",
    "      planner",
    "    add 1",
    "      add",
    "    synthesis",
    "    review",
    "      reviewer",
    "completed: 2",
  ]);
  expect(outcome.figures).toMatchObject({ rounds: 1, qualityScore: 0.2 });
  expect(log.find((event) => event.type === "review")).toMatchObject({ passed: true, score: 0.2 });
});

test("feedback, plan and results of earlier rounds go to the next planner, the last three of them", async () => {
  const rounds = [1, 2, 3, 4].flatMap((n) => [plan(n), say(`${n + 1}`), review(false, n / 10, `Feedback ${n}.`)]);
  const { requests } = await supervise([...rounds, plan(9), say("10"), review(true, 1)], { budget: { rounds: 5 } });
  const planners = requests.filter(({ messages }) => messages[0]?.content.startsWith("You are the planner."));
  expect(planners).toHaveLength(5);
  const last = planners[4]?.messages.at(-1)?.content ?? "";
  expect(last).toContain("Feedback 4.");
  expect(last).toContain("add 2");
  expect(last).not.toContain("Feedback 1.");
});

test("when the rounds run out the best answer stands, not the last, with a warning", async () => {
  const { outcome } = await supervise([
    ...[plan(1), say("first"), review(false, 0.6)],
    ...[plan(2), say("second"), review(false, 0.7)],
    ...[plan(3), say("third"), review(false, 0.5)],
  ]);
  expect(outcome).toMatchObject({ status: "completed", answer: "second", figures: { rounds: 3 } });
  expect(outcome.warnings.join()).toContain("best score");
});

test("the same plan twice in a row stops early", async () => {
  const { outcome } = await supervise([plan(1), say("a"), review(false, 0.4), plan(1), say("b"), review(false, 0.4)], {
    budget: { rounds: 9 },
  });
  expect(outcome).toMatchObject({ status: "completed", answer: "a", figures: { rounds: 2 } });
});

test("a score that does not rise for two rounds stops early", async () => {
  const rounds = [0.5, 0.4, 0.5].flatMap((score, n) => [plan(n), say(`${n}`), review(false, score)]);
  const { outcome } = await supervise(rounds, { budget: { rounds: 9 } });
  expect(outcome).toMatchObject({ status: "completed", answer: "0", figures: { rounds: 3 } });
});

test("a review that cannot be read is asked for once more, and is never a pass", async () => {
  const { outcome, log } = await supervise([plan(1), say("2"), say("Looks good, approved!"), say("Approved!")], {
    budget: { rounds: 1 },
  });
  expect(log.find((event) => event.type === "review")).toMatchObject({ passed: false, score: null });
  expect(outcome).toMatchObject({ status: "completed", answer: "2" });
});

test("the limit of steps counts over all rounds", async () => {
  const rounds = [1, 2, 3].flatMap((n) => [plan(n), say(`${n}`), review(false, n / 10)]);
  const { outcome, requests } = await supervise([...rounds.slice(0, 7), say("so far")], { budget: { steps: 2 } });
  expect(outcome).toMatchObject({ status: "stopped", stop: { limit: "steps" }, answer: "so far" });
  // The closing call is shown the best answer there is.
  expect(
    requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join(),
  ).toContain("the best so far:\n2");
});
