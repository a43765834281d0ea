// Words and ways on after a failed call, for each code of the Worker.
import { expect, test } from "vitest";
import { modelCodes } from "./wire-codes.ts";
import { serverTexts } from "../../../src/ui/messages/en-server.ts";
import { textsOf } from "../../../src/ui/messages/index.ts";
import { find } from "../../../src/ui/messages/run.ts";
import { failureHelp, resetText } from "../../../src/ui/server/failure-help.ts";

const text = textsOf(serverTexts);

test.for(modelCodes)("the Worker's $wire has its own words, its own repair and a way on", async ({ code }) => {
  const help = failureHelp(code);
  expect(find(`failure.${code}`)).toBeDefined();
  expect(help?.actions.length).toBeGreaterThan(0);
  expect(text(`repair.${help?.code ?? "aborted"}`, { time: "01:00" })).toMatch(/[.]$/);
});

test("no two codes of the Worker share their words", () => {
  const words = modelCodes.map(({ code }) => find(`failure.${code}`));
  expect(new Set(words).size).toBe(modelCodes.length);
});

test("a code that nobody knows, and a built-in name, get no help of another", () => {
  expect([failureHelp(undefined), failureHelp("constructor"), failureHelp("output-truncated")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("shares are back at midnight UTC, told in the person's time, with the day where it is another one", () => {
  const at = (iso: string, zone: string) => resetText("en", new Date(iso), zone);
  expect(at("2026-11-30T20:00:00Z", "Asia/Shanghai")).toBe("08:00");
  expect(at("2026-11-30T10:00:00Z", "Asia/Shanghai")).toBe("Tuesday 08:00");
  expect(at("2026-11-30T20:00:00Z", "America/New_York")).toBe("19:00");
  expect(at("2026-11-30T20:00:00Z", "UTC")).toBe("Tuesday 00:00");
});
