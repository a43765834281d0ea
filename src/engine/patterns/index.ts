// The list of patterns. Adding one is a file and a line here.
import type { Pattern } from "./pattern.ts";
import { react } from "./react.ts";
import { single } from "./single.ts";

export const patterns: readonly Pattern[] = [single, react];
