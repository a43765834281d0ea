// Does what helps after a model call of the run on screen failed: where to look, or what to start again.
import type { HelpAction } from "./server/failure-help.ts";
import type { Workbench } from "./workbench.svelte.ts";

export function helpAfter(
  action: HelpAction,
  { bench, start }: { bench: Workbench; start: () => Promise<void> },
): Promise<void> | void {
  if (action === "enter-code") return focus("access-code");
  if (action === "choose-model") return focus("model");
  if (action === "edit-task") return focus("task");
  if (action === "ask-again") return bench.models.ask();
  if (action === "reload") return location.reload();
  // The run on screen may be an older one than what stands in the task box.
  const { task, pattern } = bench.shown?.spans.start ?? {};
  if (task !== undefined && pattern !== undefined) Object.assign(bench.settings.now, { task, pattern });
  return start();
}

function focus(id: string): void {
  const target = document.getElementById(id);
  target?.scrollIntoView({ block: "nearest" });
  target?.focus();
}
