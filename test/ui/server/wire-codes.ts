// The Worker's codes, each with the code that its failure has in the page: read through the same client as a page's call.
import { readRefusal } from "../../../src/engine/model/refusal.ts";
import { wireErrors } from "../../../src/engine/model/wire.ts";

export const modelCodes = await Promise.all(
  Object.entries(wireErrors).map(async ([wire, status]) => {
    const body = JSON.stringify({ error: { message: "Said so.", type: "loopglass_error", code: wire } });
    return { wire, code: (await readRefusal(new Response(body, { status }))).code };
  }),
);
