// The tool `current_time`.
import { z } from "../schema.ts";
import { defineTool } from "./tool.ts";

export const currentTime = defineTool({
  name: "current_time",
  readOnly: true,
  description:
    "Tells the date and time now, with weekday and ISO week. " +
    'Example: {"timeZone": "Asia/Shanghai"}; without timeZone, where the person is.',
  input: z.object({ timeZone: z.optional(z.string().check(z.describe('IANA name, for example "Europe/Berlin"'))) }),
  async run({ timeZone }, { now }) {
    const { describe, momentNow, readZone } = await import("./dates.ts");
    const zone = timeZone === undefined ? undefined : readZone(timeZone);
    return describe({ kind: "zoned", value: momentNow(now(), zone), notes: [] });
  },
});
