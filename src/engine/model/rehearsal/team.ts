// The rehearsal model as coordinator of a team: it shares a task out by the crafts of its agents.
import type { Language } from "../../events.ts";
import { runBook } from "./plan-book.ts";
import { planSay } from "./plan-say.ts";
import type { Prompt } from "./prompts.ts";
import { anyTool } from "./read-request.ts";
import { isCheckOnly, longestTask, partsOf, type Part } from "./skills.ts";
import { stockWords } from "./stock-words.ts";
import { excerpt } from "./words.ts";

type Craft = "figures" | "texts" | "writing";

interface SubTask {
  agent: string;
  task: string;
  dependsOn: string[];
}

const longestSubTask = 580;

/** Sub-tasks as JSON: each part of the task for the agent whose craft it is, after those whose findings it needs. */
export function decompose({ language, task, system }: Prompt): string {
  const team = teamIn(system);
  const [first] = team;
  if (!first) return JSON.stringify({ tasks: [] });
  const parts = task.length > longestTask ? [] : partsOf(task, language);
  const whole = [{ agent: first.name, task: excerpt(task, longestSubTask), dependsOn: [] }];
  if (!parts.some((part) => part.intents.length > 0)) return JSON.stringify({ tasks: whole }, null, 1);
  const { steps } = runBook(parts, { language, tools: anyTool });
  const shares: Share[] = [];
  for (const part of parts) {
    const tools = steps.filter((step) => step.part === part).flatMap(({ tool }) => tool ?? []);
    const before = shares.at(-1);
    // Who did it also checks it.
    if (isCheckOnly(part) && before) shares.push({ craft: before.craft, text: part.text });
    else shares.push(...sharesOf(part, tools, language));
  }
  const tasks = merged(
    shares.map(({ craft, text }) => ({ agent: agentFor(craft, team), craft, text })),
    language,
  );
  return JSON.stringify({ tasks }, null, 1);
}

interface Member {
  name: string;
  about: string;
}

const teamIn = (system: string): Member[] =>
  Array.from(system.matchAll(/^- ([^\n:：]{1,60})[:：] ?(.*)$/gmu), ([, name = "", role = ""]) => ({
    name: name.trim(),
    about: `${name} ${role}`,
  })).filter(({ name }) => !name.startsWith('"'));

const crafts: Record<Craft, RegExp> = {
  figures: /figure|data|financ|calculat|table|number|analy|math|财务|金融|数字|计算|数据|分析/iu,
  texts: /news|search|text|document|quote|said|history|新闻|文本|搜索|查找|资料/iu,
  writing: /writ|risk|judg|report|editor|撰写|写作|风险|编辑|报告/iu,
};

/** The first member whose craft it is by its own words; else the first of all. */
function agentFor(craft: Craft, team: readonly Member[]): string {
  const scored = team.map((member, index) => ({ member, score: mentions(member, craft) * 100 - index }));
  return scored.sort((a, b) => b.score - a.score)[0]?.member.name ?? "";
}

/** A name says more than a description, which may name the others too. */
function mentions({ name, about }: Member, craft: Craft): number {
  const others = (Object.keys(crafts) as Craft[]).filter((other) => other !== craft && crafts[other].test(name));
  if (crafts[craft].test(name)) return 2;
  return others.length > 0 ? 0 : Number(crafts[craft].test(about));
}

interface Share {
  craft: Craft;
  text: string;
}

const craftOfSection: Record<string, Craft> = { risks: "writing", economy: "texts" };

/** What a part of the task asks of which craft: a report section by section, anything else by its tools. */
function sharesOf(part: Part, tools: readonly string[], language: Language): Share[] {
  const say = planSay[language];
  const head = part.intents.find((intent) => intent.subject !== undefined)?.subject;
  if (head) {
    const byCraft = Map.groupBy(part.intents, ({ section = "" }) => craftOfSection[section] ?? "figures");
    return [...byCraft].map(([craft, intents]) => ({
      craft,
      text: say.report(
        head.symbol,
        stockWords[language].span(head.period),
        intents.map(({ section = "" }) => say.sections[section] ?? section),
      ),
    }));
  }
  const craft = tools.some((tool) => /document/.test(tool))
    ? "texts"
    : tools.some((tool) => /_files?$/.test(tool))
      ? "writing"
      : "figures";
  return [{ craft, text: part.text }];
}

/**
 * One sub-task for each agent. What is written builds on what was found; what is searched for builds on figures only where the
 * years are still to be found out.
 */
function merged(shares: readonly (Share & { agent: string })[], language: Language): SubTask[] {
  const say = planSay[language];
  const byAgent = Map.groupBy(shares, ({ agent }) => agent);
  const tasks = [...byAgent].map(([agent, own]): SubTask => {
    const isWriting = own.some(({ craft }) => craft === "writing");
    const needsYears = own.some(({ craft, text }) => craft === "texts" && !/\d{4}/.test(text));
    const others = shares.filter(
      (share) =>
        share.agent !== agent && share.craft !== "writing" && (isWriting || (needsYears && share.craft === "figures")),
    );
    return {
      agent,
      task: excerpt(say.then(own.map(({ text }) => text)), longestSubTask),
      dependsOn: [...new Set(others.map((share) => share.agent))],
    };
  });
  return tasks.sort((a, b) => a.dependsOn.length - b.dependsOn.length);
}
