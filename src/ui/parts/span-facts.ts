// The figures of a span, and of the whole run, as a person reads them.
import type { EventOf, SpanView, SpansView, UsageView } from "../../engine/index.ts";
import { totalsTexts } from "../messages/en-totals.ts";
import { textsOf } from "../messages/index.ts";
import { find, t } from "../messages/run.ts";
import { clausesText, countText, durationText, labelled, listText, momentText, usdText, withAside } from "./format.ts";
import { patternName } from "./pattern-name.ts";

const totals = textsOf(totalsTexts);

export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly mono?: boolean;
}

/** What one span cost and took. */
export function spanFacts(span: SpanView): Fact[] {
  const request = last(span, "model.request");
  const reply = last(span, "model.reply");
  const call = last(span, "tool.call");
  const facts: (Fact | false | undefined)[] = [
    { name: t("inspector.fact.status"), value: t(`status.${span.status}`) },
    request && { name: t("inspector.fact.model"), value: request.model },
    request &&
      request.role !== "main" && { name: t("inspector.fact.role"), value: totals(`totals.role.${request.role}`) },
    reply?.usage && { name: t("inspector.fact.tokens"), value: tokensText(reply) },
    (reply ?? call?.usd) !== undefined && {
      name: t("inspector.fact.cost"),
      value: withCertainty(usdText(reply?.usd ?? call?.usd ?? 0), reply?.certainty),
    },
    span.endedAt !== null && { name: t("inspector.fact.time"), value: durationText(span.endedAt - span.startedAt) },
    reply?.msToFirstToken !== undefined && {
      name: t("inspector.fact.first"),
      value: durationText(reply.msToFirstToken),
    },
    reply && { name: t("inspector.fact.finish"), value: t(`finish.${reply.finishReason ?? "cut"}`) },
    request && {
      name: t("inspector.fact.reserved"),
      value: `${countText(request.reserved.tokens)} · ${usdText(request.reserved.usd)}`,
    },
    request && { name: t("inspector.fact.limit"), value: countText(request.maxOutputTokens) },
    request?.temperature !== undefined && { name: t("inspector.fact.temperature"), value: String(request.temperature) },
    request?.seed !== undefined && { name: t("inspector.fact.seed"), value: String(request.seed) },
    { name: t("inspector.fact.start"), value: durationText(span.startedAt) },
    { name: t("inspector.fact.span"), value: span.id, mono: true },
  ];
  return facts.filter((fact): fact is Fact => typeof fact === "object");
}

function last<Type extends "model.request" | "model.reply" | "tool.call">(
  span: SpanView,
  type: Type,
): EventOf<Type> | undefined {
  return span.events.findLast((event): event is EventOf<Type> => event.type === type);
}

function tokensText({ usage, certainty }: EventOf<"model.reply">): string {
  if (!usage) return "";
  const parts = [
    t("inspector.fact.tokens.value", { input: usage.inputTokens, output: usage.outputTokens }),
    usage.cachedTokens ? t("inspector.fact.cached", { count: usage.cachedTokens }) : "",
    usage.reasoningTokens ? t("inspector.fact.reasoned", { count: usage.reasoningTokens }) : "",
  ];
  return withCertainty(parts.filter(Boolean).join(" · "), certainty);
}

const withCertainty = (text: string, certainty: "estimated" | "at-most" | undefined) =>
  certainty ? withAside(text, t(`inspector.${certainty}`)) : text;

const isTeam = (value: unknown): value is { name: string }[] =>
  Array.isArray(value) && value.every((one: unknown) => typeof one === "object" && one !== null && "name" in one);

function settingText(name: string, value: unknown): string {
  if (typeof value === "boolean") return t(value ? "setting.on" : "setting.off");
  if (isTeam(value)) return listText(value.map((member) => member.name));
  return typeof value === "string" ? (find(`setting.${name}.${value}`) ?? value) : JSON.stringify(value);
}

/** What the whole run was given, and what it used. */
export function runFacts({ start }: SpansView, { tokens, usd }: UsageView, status: string): Fact[] {
  if (!start) return [];
  const models = [...new Set(Object.values(start.models).map((model) => model.id))];
  const settings = Object.entries(start.settings)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => labelled(find(`setting.${name}`) ?? name, settingText(name, value)));
  const facts: (Fact | false)[] = [
    { name: t("inspector.fact.status"), value: status },
    { name: t("inspector.fact.pattern"), value: patternName(start.pattern) },
    settings.length > 0 && { name: t("inspector.fact.settings"), value: clausesText(settings) },
    { name: t("inspector.fact.model"), value: listText(models) },
    {
      name: t("inspector.fact.tokens"),
      value: t("inspector.fact.tokens.value", { input: tokens.inputTokens, output: tokens.outputTokens }),
    },
    { name: t("inspector.fact.cost"), value: usdText(usd) },
    { name: t("inspector.fact.started"), value: momentText(start.startedAt) },
    { name: t("inspector.fact.language"), value: t(`language.${start.language}`) },
    start.tools.length > 0 && {
      name: t("inspector.fact.tools"),
      value: listText(start.tools.map(({ name }) => name)),
      mono: true,
    },
  ];
  return facts.filter((fact): fact is Fact => fact !== false);
}
