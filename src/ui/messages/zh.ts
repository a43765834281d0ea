// What the page needs after its first look, in Chinese, by the part that each table names.
import type { Parts } from "./text.ts";
import { zhBundled } from "./zh-bundled.ts";
import { zhCompare } from "./zh-compare.ts";
import { zhData } from "./zh-data.ts";
import { zhDock } from "./zh-dock.ts";
import { zhDrillWords } from "./zh-drill-words.ts";
import { zhDrills } from "./zh-drills.ts";
import { zhExamples } from "./zh-examples.ts";
import { zhGraphTree } from "./zh-graph-tree.ts";
import { zhGrounding } from "./zh-grounding.ts";
import { zhHelp } from "./zh-help.ts";
import { zhHold } from "./zh-hold.ts";
import { zhLoopRules } from "./zh-loop-rules.ts";
import { zhModels } from "./zh-models.ts";
import { zhPictures } from "./zh-pictures.ts";
import { zhPlayback } from "./zh-playback.ts";
import { zhPreflight } from "./zh-preflight.ts";
import { zhPriceEditor } from "./zh-price-editor.ts";
import { zhPrices } from "./zh-prices.ts";
import { zhRaceList } from "./zh-race-list.ts";
import { zhRaceStart } from "./zh-race-start.ts";
import { zhRace } from "./zh-race.ts";
import { zhRun } from "./zh-run.ts";
import { zhServer } from "./zh-server.ts";
import { zhSetup } from "./zh-setup.ts";
import { zhTimeline } from "./zh-timeline.ts";
import { zhTotals } from "./zh-totals.ts";
import { zhTranscript } from "./zh-transcript.ts";
import { zhWarnings } from "./zh-warnings.ts";
import { zhWhatIf } from "./zh-what-if.ts";

export const zhParts = {
  // of no English table: see `translationOf`
  bundled: zhBundled,
  compare: zhCompare,
  data: zhData,
  dock: zhDock,
  "drill-words": zhDrillWords,
  drills: zhDrills,
  examples: zhExamples,
  "graph-tree": zhGraphTree,
  grounding: zhGrounding,
  help: zhHelp,
  hold: zhHold,
  "loop-rules": zhLoopRules,
  models: zhModels,
  pictures: zhPictures,
  playback: zhPlayback,
  preflight: zhPreflight,
  "price-editor": zhPriceEditor,
  prices: zhPrices,
  race: zhRace,
  "race-list": zhRaceList,
  "race-start": zhRaceStart,
  run: zhRun,
  server: zhServer,
  setup: zhSetup,
  timeline: zhTimeline,
  totals: zhTotals,
  transcript: zhTranscript,
  warnings: zhWarnings,
  "what-if": zhWhatIf,
} satisfies Parts;
