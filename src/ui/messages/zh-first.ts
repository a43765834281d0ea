// What the page shows at first, in Chinese: loaded before it is shown.
import type { Texts } from "./text.ts";
import { zhStart } from "./zh-start.ts";
import { zhTools } from "./zh-tools.ts";

export const zhFirst: Texts = { ...zhStart, ...zhTools };
