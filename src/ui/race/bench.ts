// What a race needs of the page around it.
import type { Pattern } from "../../engine/index.ts";
import type { History } from "../history.ts";
import type { Ready } from "../launched.ts";
import type { Models } from "../models.svelte.ts";
import type { Notices } from "../notices.svelte.ts";
import type { LiveRun } from "../run.svelte.ts";
import type { SettingsStore } from "../settings.svelte.ts";

export interface Bench {
  readonly settings: SettingsStore;
  readonly notices: Notices;
  readonly history: History;
  readonly models: Models;
  readonly shown: LiveRun | null;
  /** what a run of the pattern would be started with; null: something is missing, and the person has been told */
  ready(pattern: Pattern): Promise<Ready | null>;
  /** Takes what is on screen off it. */
  close(): void;
}
