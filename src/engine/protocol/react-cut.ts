// Where to cut a reply that is still being written: at an observation that the model makes up.
import { labelAtLine, nextLine } from "./labels.ts";
import { scanReply } from "./react-scan.ts";
import { meansNoTool } from "./tool-names.ts";

/** A label, with the marks and blanks before it, is no longer than this. */
const longestHead = 160;
/** Each candidate costs a look at the whole reply; one with more of them is left to the reading at its end. */
const mostCandidates = 64;

/**
 * Watches a stream for a self-written observation at the start of a line. One inside a JSON string, a draft or a final answer
 * is text. The function takes the whole text so far and looks at each line once; a text that does not go on from the one before
 * begins a new stream.
 *
 * @returns the index where the reply ends, or `null`: go on
 */
export function createObservationCut(): (textSoFar: string) => number | null {
  let seen = "";
  let lineStart = 0;
  let isChecked = false;
  let candidates = 0;
  let isOver = false;

  return (textSoFar) => {
    if (!textSoFar.startsWith(seen)) {
      lineStart = candidates = 0;
      isChecked = isOver = false;
      seen = "";
    }
    const from = seen.length;
    seen = textSoFar;
    while (!isOver) {
      const newline = textSoFar.indexOf("\n", Math.max(lineStart, from));
      if (!isChecked) {
        const end = newline < 0 ? textSoFar.length : newline;
        const head = textSoFar.slice(lineStart, Math.min(end, lineStart + longestHead));
        if (/[:：]/.test(head)) {
          isChecked = true;
          if (labelAtLine(head, 0)?.label === "observation") {
            const verdict = ++candidates > mostCandidates ? "over" : judge(textSoFar, lineStart);
            if (verdict === "cut") return lineStart;
            isOver = verdict === "over";
          }
        }
      }
      if (newline < 0) return null;
      lineStart = newline + 1;
      isChecked = false;
    }
    return null;
  };
}

/** What an observation label is: the place to cut, mere text, or the proof that all that follows is a final answer. */
function judge(text: string, lineStart: number): "cut" | "text" | "over" {
  const { parts } = scanReply(text.slice(0, nextLine(text, lineStart)));
  const found = parts.findIndex((part) => part.label === "observation" && part.start === lineStart);
  if (found < 0) return "text";
  const directive = parts
    .slice(0, found)
    .find((part) => part.label === "final" || (part.label === "action" && !meansNoTool(part.name?.text ?? "")));
  return directive?.label === "final" ? "over" : "cut";
}
