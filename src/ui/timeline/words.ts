// What the timeline says of a bar, a wait and the critical path.
import type { PathSegment, TimelineBar, TimelineWait } from "../../engine/index.ts";
import { titleOf } from "../graph/words.ts";
import { timelineTexts } from "../messages/en-timeline.ts";
import { t as page, textsOf } from "../messages/index.ts";
import { durationText, listText } from "../parts/format.ts";
import { endOf, type Chart } from "./shapes.ts";

const t = textsOf(timelineTexts);

/** The name of a bar, in the words of the graph. */
export function barTitle({ kind, name, parent }: TimelineBar): string {
  const ordinal = Number(/\d+$/.exec(name)?.[0] ?? 1);
  return titleOf({ kind, label: name, group: parent, ordinal, detail: "" });
}

export function barWords(chart: Chart, bar: TimelineBar, isCritical: boolean): string {
  const words = t("timeline.bar", {
    what: barTitle(bar),
    status: page(`status.${bar.status}`),
    from: durationText(bar.startedAt),
    time: durationText(endOf(chart, bar) - bar.startedAt),
  });
  return isCritical ? t("timeline.bar.critical", { bar: words }) : words;
}

export function waitWords(chart: Chart, { why, from, to }: TimelineWait): string {
  return t("timeline.waited", {
    why: t(`timeline.wait.${why}`),
    from: durationText(from),
    time: durationText((to ?? chart.lastAt) - from),
  });
}

/** What the critical path is made of, the largest part first. */
export function pathWords(chart: Chart, path: readonly PathSegment[]): string {
  const ms = { model: 0, tool: 0, other: 0 };
  for (const { span, from, to } of path) {
    const kind = span === null ? undefined : chart.bars.get(span)?.kind;
    ms[kind === "model" || kind === "tool" ? kind : "other"] += to - from;
  }
  const all = ms.model + ms.tool + ms.other;
  if (all === 0) return "";
  const shares = (Object.entries(ms) as [keyof typeof ms, number][])
    .filter(([, part]) => part / all >= 0.005)
    .sort(([, one], [, other]) => other - one)
    .map(([part, spent]) => t(`timeline.path.${part}`, { percent: Math.round((spent / all) * 100) }));
  return listText(shares);
}
