// Multi-Agent: specialists work side by side on parts of the task and share findings on a blackboard.
import type { Language } from "../events.ts";
import { z } from "../schema.ts";
import { definePattern } from "./pattern.ts";

const memberSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /** what it is good at, as told to it and to the coordinator */
  role: z.string(),
  /** names of its tools; null: all of the run's */
  tools: z._default(z.nullable(z.array(z.string())), null),
});
/** One agent of a team. */
export type TeamMember = z.output<typeof memberSchema>;

export const multiAgent = definePattern({
  id: "multi-agent",
  settings: z.object({
    /** null: the default team, in the language of the run */
    team: z._default(z.nullable(z.array(memberSchema).check(z.minLength(1), z.maxLength(8))), null),
  }),
  limits: ["iterations", "agentTimeoutMs", "modelCalls", "toolCalls", "usd", "tokens", "wallMs", "toolTimeoutMs"],
  roles: ["planner", "executor", "main"],
  calls({ iterations }, { team }) {
    const agents = team?.length ?? defaultTeam.en.length;
    // The coordinator may give each of them two parts.
    const parts = 2 * agents;
    return {
      model: [
        { role: "planner", name: "plan", least: 1, most: 2, replies: 1 },
        {
          role: "executor",
          name: "turn",
          least: 1,
          most: parts * iterations,
          conversations: parts,
          tools: true,
          reads: parts,
          replies: 2,
        },
        { role: "planner", name: "synthesis", least: 1, most: 2, reads: parts, replies: 2 },
        { role: "main", name: "closing", least: 0, most: parts + 1, conversations: parts, reads: parts, replies: 2 },
      ],
    };
  },
  async run(ctx, settings, { concludeTeam, createBoard, decompose, inWaves, readyTeam, refuseTwins, specialist }) {
    const team = settings.team ?? defaultTeam[ctx.run.language];
    refuseTwins(team.map(({ name }) => name));
    readyTeam(ctx);
    const tasks = await decompose(ctx, team);
    const board = createBoard();
    const ends = await inWaves(ctx, tasks, (ctx, task, place) => {
      const member = team.find(({ name }) => name === task.agent) ?? { name: task.agent, role: "", tools: null };
      const sources = tasks.filter(({ id }) => task.dependsOn.includes(id)).map(({ agent }) => agent);
      return specialist(ctx, { member, board, task, sources, place });
    });
    return concludeTeam(ctx, tasks, ends);
  },
});

/** The team of the founding article. The writer's part on risks needs what finance finds. */
export const defaultTeam: Record<Language, readonly TeamMember[]> = {
  en: [
    { name: "finance", role: "You work out figures: trends, returns, ratios, volatility, comparisons.", tools: null },
    { name: "news", role: "You search texts for what was said and when, and quote it with its date.", tools: null },
    {
      name: "writer",
      role: "You judge risks and write: you build on what finance and news have found, and need their findings first.",
      tools: null,
    },
  ],
  zh: [
    { name: "finance", role: "你负责计算数字：趋势、收益、比率、波动与比较。", tools: null },
    { name: "news", role: "你负责在文本中查找何时说过什么，并注明日期引用。", tools: null },
    {
      name: "writer",
      role: "你负责判断风险并撰写：以 finance 和 news 的发现为基础，需要先得到他们的发现。",
      tools: null,
    },
  ],
};
