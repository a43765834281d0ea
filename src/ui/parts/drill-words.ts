// What a run's drills are, in a few words.
import type { Drills, Fault, Persona } from "../../engine/index.ts";
import { drillWordTexts } from "../messages/en-drill-words.ts";
import { textsOf } from "../messages/index.ts";
import { clausesText, listText } from "./format.ts";

const t = textsOf(drillWordTexts);

/** All of it in one sentence, without its end: "the model loops, fails with 429 (30 %); tools: error of calculator". */
export function drillWords({ personas, faults }: Drills): string {
  return clausesText([
    personas.length > 0 ? t("drills.model", { what: listText(personas.map(personaWords)) }) : "",
    faults.length > 0 ? t("drills.tools", { what: listText(faults.map(faultWords)) }) : "",
  ]);
}

function personaWords({ id, rate = 1, fromCall = 1, status = 429 }: Persona): string {
  const name = t(`persona.${id}`);
  const what = id === "fails" ? t("drills.status", { what: name, status: String(status) }) : name;
  return rated(fromCall > 1 ? t("drills.from", { what, call: fromCall }) : what, rate);
}

function faultWords({ kind, tool, rate = 1, atCall }: Fault): string {
  const name = t(`fault.${kind}`);
  const what = tool === undefined ? name : t("drills.of", { what: name, tool });
  return atCall === undefined ? rated(what, rate) : t("drills.at", { what, call: atCall });
}

const rated = (what: string, rate: number) =>
  rate < 1 ? t("drills.rate", { what, rate: Math.round(rate * 100) }) : what;
