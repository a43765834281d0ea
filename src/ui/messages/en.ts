// Every text that the page needs before there is a run, in English, by key. Names of patterns, limits and codes are put together from their ids.
import type { Limit, SpanStatus } from "../../engine/index.ts";
import type { HistoryErrorCode, NoticeAction, NoticeCode } from "../history/connection.ts";
import { dataStartTexts } from "./en-data-start.ts";
import { drillTexts } from "./en-drills-start.ts";
import { loopTexts } from "./en-loops.ts";
import { ownerLimitTexts } from "./en-limits.ts";

const limits = {
  "limit.iterations": "Iterations",
  "limit.steps": "Steps",
  "limit.modelCalls": "Model calls",
  "limit.toolCalls": "Tool calls",
  "limit.tokens": "Token limit",
  "limit.usd": "Cost limit (USD)",
  "limit.wallMs": "Time limit",
  "limit.toolTimeoutMs": "Tool timeout",
  "limit.agentTimeoutMs": "Agent timeout",
  "limit.revisions": "Revisions",
  "limit.rounds": "Rounds",
  "limit.subtasks": "Sub-tasks",
} as const satisfies Record<`limit.${Limit}`, string>;

const limitHints = {
  "limit.iterations.hint": "Turns of thinking and acting that one agent may take.",
  "limit.steps.hint": "Steps of the plan that may be carried out.",
  "limit.modelCalls.hint": "In all, the closing call included.",
  "limit.toolCalls.hint": "In all. 0 forbids tools.",
  "limit.tokens.hint": "Read and written, in all. Try 200k, or none.",
  "limit.usd.hint": "In all, set aside before each call. 0 allows free models only.",
  "limit.wallMs.hint": "In all. Stands still during a pause. Try 90 s or 5 min.",
  "limit.toolTimeoutMs.hint": "For one tool call. Try 10 s.",
  "limit.agentTimeoutMs.hint": "For one of several agents that work side by side.",
  "limit.revisions.hint": "How often the plan may be changed.",
  "limit.rounds.hint": "Of planning, doing and reviewing.",
  "limit.subtasks.hint": "The most sub-tasks that a notebook may hold.",
} as const satisfies Record<`limit.${Limit}.hint`, string>;

const statuses = {
  "status.ok": "Done",
  "status.failed": "Failed",
  "status.stopped": "Stopped",
  "status.skipped": "Skipped",
  "status.running": "Running",
  "status.paused": "Paused",
  "status.stopping": "Stopping…",
  "status.completed": "Completed",
  "status.interrupted": "Interrupted",
  "status.idle": "Ready",
} as const satisfies Record<`status.${SpanStatus}`, string> & Record<string, string>;

const patterns = {
  "pattern.single.name": "Single prompt",
  "pattern.single.line": "One call, one answer",
  "pattern.single.plans": "Not at all: one try.",
  "pattern.single.suits": "What a model knows by heart; a baseline.",
  "pattern.single.costs": "One call: the cheapest and quickest.",
  "pattern.single.not": "Facts to look up, sums, files: no tools.",
  "pattern.react.name": "ReAct",
  "pattern.react.line": "Thinks, acts, looks, repeats",
  "pattern.react.plans": "One step at a time, as it goes.",
  "pattern.react.suits": "Steps that build on each other.",
  "pattern.react.costs": "One call a turn, each longer.",
  "pattern.react.not": "Long tasks of separate parts.",
  "pattern.plan-execute.name": "Plan-and-Execute",
  "pattern.plan-execute.line": "Plans, carries out, checks",
  "pattern.plan-execute.plans": "Everything first; again when a check finds gaps.",
  "pattern.plan-execute.suits": "Tasks whose steps can be foreseen; many lookups.",
  "pattern.plan-execute.costs": "Few calls: steps that name a tool need none.",
  "pattern.plan-execute.not": "Searches where each find decides what is next.",
  "pattern.multi-agent.name": "Multi-Agent",
  "pattern.multi-agent.line": "Specialists, one blackboard",
  "pattern.multi-agent.plans": "Divided once among the team, by what each needs.",
  "pattern.multi-agent.suits": "Reports from several views that can be written at once.",
  "pattern.multi-agent.costs": "Many calls, but a short wait.",
  "pattern.multi-agent.not": "One line of thought; small tasks.",
  "pattern.supervisor.name": "Supervisor",
  "pattern.supervisor.line": "Works in reviewed rounds",
  "pattern.supervisor.plans": "Anew each round, with what the reviewer missed.",
  "pattern.supervisor.suits": "Answers that must be complete and right.",
  "pattern.supervisor.costs": "The most: each round plans, works and reviews.",
  "pattern.supervisor.not": "Quick questions; what nobody can judge.",
  "pattern.plan-notebook.name": "PlanNotebook",
  "pattern.plan-notebook.line": "Keeps and follows its plan",
  "pattern.plan-notebook.plans": "As it goes, in a notebook that you can correct.",
  "pattern.plan-notebook.suits": "Long tasks in order, with a say for you.",
  "pattern.plan-notebook.costs": "One call a turn, and more turns for the notes.",
  "pattern.plan-notebook.not": "One or two steps; work side by side.",
} as const;

const settings = {
  "setting.protocol": "Protocol",
  "setting.protocol.hint": "How the model names its tool calls.",
  "setting.protocol.tools": "Tool calls",
  "setting.protocol.text": "Written text",
  "setting.parallelSteps": "Steps side by side",
  "setting.parallelSteps.hint": "At most so many run at once.",
  "setting.reflection": "Check and revise",
  "setting.reflection.hint": "Off: the first plan stands (ReWOO).",
  "setting.approval": "Approve the plan first",
  "setting.approval.hint": "It waits for you before its first step.",
  "setting.needUserConfirm": "Approve each plan first",
  "setting.needUserConfirm.hint": "Nothing is started before you have seen it.",
  "setting.keyPrefix": "Key prefix",
  "setting.keyPrefix.hint": "Notebooks of different names do not mix.",
} as const;

const examples = {
  "example.files": "Calculate 10*5, save the result to result.txt, then read it back to verify.",
  "example.files.zh": "计算10*5，把结果保存到result.txt，再读出来核对",
  "example.dates":
    "How many days are there from 1 March 2024 to 24 December 2026, and what is that number divided by 7?",
} as const;

const notices = {
  "notice.settings": "Your settings cannot be kept in this browser. They last until you close the page.",
  "notice.deleted": "Deleted “{title}”.",
  "notice.undo": "Undo",
  "notice.dismiss": "Dismiss",
  "notice.deleted.old": { one: "Deleted {count} old entry.", other: "Deleted {count} old entries." },
  "notice.failed": "That did not work. {why}",
  "notice.imported": "Imported “{title}”.",
  "notice.import.failed": "{file} was not imported, and nothing was changed. {why}",
  "notice.busy": "This goes on until you stop it. Then you can look at others, or start the next.",
  "notice.open.failed": "That entry cannot be opened. {why}",
} as const;

const historyNotices = {
  "history.notice.history-refused":
    "This browser keeps nothing for this page. What you start lasts until you close it: export what you need.",
  "history.notice.history-blocked":
    "Another tab with an older version of this page is open. Close it, and saving goes on by itself.",
  "history.notice.history-slow":
    "The browser's storage does not respond. What you start lasts until you close the page; it is saved as soon as it does.",
  "history.notice.history-outdated":
    "A newer version of this page is open in another tab. Reload this one to go on saving.",
  "history.notice.history-newer":
    "What is saved here was written by a newer version of this page. Reload to get that version.",
  "history.notice.history-lost": "The browser closed its storage. What you start now lasts until you close the page.",
  "history.notice.history-full":
    "The browser's storage is full. This goes on, but nothing more is saved: export it, or delete old entries.",
  "history.notice.history-run-not-saved": "This could not be saved. Export it to keep it.",
} as const satisfies Record<`history.notice.${NoticeCode}`, string>;

const historyActions = {
  "history.action.export": "Save as a file",
  "history.action.delete-old-runs": "Delete all but the newest 20 for good",
  "history.action.reload": "Reload",
  "history.action.retry": "Try again",
} as const satisfies Record<`history.action.${NoticeAction}`, string>;

const historyErrors = {
  "history.error.not-stored": "The browser's storage cannot be used now.",
  "history.error.storage-full": "The browser's storage is full. Delete old entries, then try again.",
  "history.error.storage-lost": "The browser closed its storage. Reload the page.",
  "history.error.run-not-found": "It is not in this browser any more. Another tab may have deleted it.",
  "history.error.run-is-live": "It is still going on. Stop it first.",
} as const satisfies Record<`history.error.${HistoryErrorCode}`, string>;

/** Every text of the page. Another language fills the same keys. */
export const en = {
  "page.title": "Loopglass",
  "page.tagline": "Watch an agent think",
  "page.setup": "Set-up",
  "page.skip": "Skip to the graph",
  "page.theme": "Colours: {theme}",
  "page.theme.system": "as the system",
  "page.theme.light": "light",
  "page.theme.dark": "dark",
  "page.language": "Switch to {language}",
  "page.language.en": "English",
  "page.language.en.tag": "en",
  "page.language.zh": "中文",
  "page.language.zh.tag": "zh-CN",
  "page.language.failed": "That language could not be loaded, so the page stays as it is. {why}",
  "page.part.failed": "This part of the page could not be loaded. {why}",
  "page.part.again": "Try again",
  "page.drop": "Drop the file to import it",
  "page.sections": "Sections",
  "page.section.task": "Task",
  "page.section.graph": "Graph",
  "page.section.answer": "Answer",
  "page.section.history": "History",
  "page.optional": "optional",

  "task.label": "Task",
  "task.placeholder": "What should the agent do?",
  "task.examples": "Examples",
  "task.examples.choose": "Or try one of these",
  "task.hint": "{key} starts it",
  "task.missing": "Write a task first, or choose an example.",

  "pattern.label": "Pattern",
  "pattern.plans": "Plans",
  "pattern.suits": "Suits",
  "pattern.costs": "Costs",
  "pattern.not": "Not for",
  "pattern.settings": "Settings of {pattern}",
  "pattern.unknown": "No description yet.",

  "model.label": "Model",
  "model.rehearsal": "Rehearsal (no AI)",
  "model.rehearsal.note":
    "Follows rules, needs no key and no network. It really uses the tools, and says so when a task is beyond it.",
  "model.option.priced": "{id} · {input} in, {output} out",
  "model.option.free": "{id} · free",
  "model.gone": "{id} (not offered now)",
  "model.gone.note": "This server does not offer {id} now. Choose another one.",
  "model.loading": "Asking the server for its models…",
  "model.none": "For a real model, set an address and a key in .dev.vars (see .dev.vars.example) and restart.",
  "model.failed": "The server's models could not be read: {why}",
  "model.failed.status": "it answered {status}.",
  "model.failed.offline": "it cannot be reached.",
  "model.failed.shape": "its answer has another form than this page expects. Update the page and the server together.",
  "model.retry": "Ask again",
  "model.more": "More",

  "budget.label": "Budget",
  "budget.reset": "Reset",
  "budget.reset.hint": "Back to the defaults",
  "budget.typed": "{limit}, typed",
  "budget.typed.subtasks": "Notebook size, typed",
  "budget.none": "none",
  "budget.none.toggle": "{limit}: no limit",
  "budget.none.text": "No limit",
  "budget.problem.not-a-number": "“{typed}” is no {unit}. {previous} still holds.",
  "budget.problem.whole": "Only whole numbers. {previous} still holds.",
  "budget.problem.zero": "It cannot be 0: nothing could start. {previous} still holds.",
  "budget.problem.negative": "It cannot be below 0. {previous} still holds.",
  "budget.problem.too-much": "At most {most}. {previous} still holds.",
  "budget.unit.count": "number",
  "budget.unit.usd": "amount of dollars",
  "budget.unit.seconds": "length of time",

  "tools.label": "Tools",
  "tools.count": "{on} of {all} on",
  "tools.all": "All on",
  "tools.nothing": "All off",
  "tools.unused": "{pattern} uses no tools.",
  "tools.readonly": "only reads",

  "run.start": "Run",
  "run.stop": "Stop",
  "run.pause": "Pause",
  "run.resume": "Resume",
  "run.controls": "Controls",
  "run.busy": "One is going on. Stop it before you start the next.",
  "run.nothing": "Nothing is going on.",

  "graph.label": "Graph",
  "graph.empty": "The graph grows here",
  "graph.empty.hint":
    "Each thought, tool call and turn becomes a node as it happens. Choose one to see what went in and what came out.",
  "graph.first.1": "Write a task, or take an example",
  "graph.first.2": "Choose how the agent works, and what it may spend",
  "graph.first.3": "Press Run and watch",
  "graph.loading": "Loading…",

  "answer.label": "Answer",
  "answer.empty": "The answer appears here.",
  "answer.copy": "Copy the answer",

  "history.label": "History",
  "history.search": "Search the history",
  "history.empty": "Everything you start is kept here, in this browser only.",
  "history.nothing": "Nothing matches “{words}”.",
  "history.memory": "Nothing is saved now",
  "history.export": "Export JSON",
  "history.export.nothing": "There is nothing on screen to export.",
  "history.import": "Import",
  "history.open": "Open",
  "history.rename": "Rename",
  "history.rename.field": "New name",
  "history.delete": "Delete",
  "history.more": "Show more",
  "history.untitled": "Untitled",
  "history.imported": "imported",
  "history.unsaved": "not saved",
  "hold.elsewhere": "“{title}” waits for you.",
  "hold.status": "Waits for you",
  "history.elsewhere": "“{title}” is still going on.",
  "history.show": "Show it",

  "list.between": ", ",
  "list.clauses": "; ",
  "list.sentences": ". ",

  "when.now": "just now",
  "when.minutes": "{min} min ago",
  "duration.ms": "{ms} ms",
  "duration.s": "{s} s",
  "duration.min": "{min} min",
  "duration.min.s": "{min} min {s} s",
  "duration.h": "{h} h",
  "duration.h.min": "{h} h {min} min",
  "size.bytes": { one: "{count} byte", other: "{count} bytes" },
  "size.kilobytes": "{kB} kB",
  "size.megabytes": "{MB} MB",

  ...limits,
  ...limitHints,
  ...statuses,
  ...patterns,
  ...settings,
  ...examples,
  ...notices,
  ...historyNotices,
  ...historyActions,
  ...historyErrors,
  ...loopTexts,
  ...drillTexts,
  ...dataStartTexts,
  ...ownerLimitTexts,
} as const satisfies Record<string, string | { one?: string; other: string }>;
