// Zod with English messages, for everything that runs in the page.
import en from "zod/v4/locales/en.js";
import { z } from "./zod.ts";

z.config(en());

export { problems, z, type Schema } from "./zod.ts";
