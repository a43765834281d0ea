// A check in words.
import type { Check } from "../../engine/index.ts";
import { raceTexts } from "../messages/en-race.ts";
import { textsOf } from "../messages/index.ts";

const text = textsOf(raceTexts);

export function checkText(check: Check): string {
  switch (check.kind) {
    case "contains":
      return text("check.contains", { text: check.text });
    case "number":
      return text("check.number", {
        value: String(check.value),
        tolerance: `${check.tolerance}${check.isPercent ? " %" : ""}`,
      });
    case "pattern":
      return text("check.pattern", { pattern: check.pattern });
    default:
      return check satisfies never;
  }
}
