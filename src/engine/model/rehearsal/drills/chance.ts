// Whether a persona acts on a request: by its rate and its place in the conversation, from the request and the seed alone.
import type { Persona } from "../../../drills.ts";
import { hashOf, seededRandom } from "../../../random.ts";
import type { ModelRequest } from "../../model.ts";

/** Which model call of its conversation a request is, counted from 1. */
export const callOf = ({ messages }: ModelRequest): number =>
  1 + messages.reduce((sum, message) => sum + Number(message.role === "assistant"), 0);

/** Numbers in [0, 1) for one persona and one request; the same request, made again after a failure, has others. */
export function chanceOf(request: ModelRequest, name: string, seed: number): () => number {
  const { messages, tools, toolChoice, attempt = 1 } = request;
  const asked = [seed, name, attempt, toolChoice, tools?.map((tool) => tool.name), messages];
  return seededRandom(hashOf(JSON.stringify(asked)));
}

/** Whether a persona acts on this request. */
export function acts({ id, rate = 1, fromCall = 1 }: Persona, request: ModelRequest, seed: number): boolean {
  return callOf(request) >= fromCall && (rate >= 1 || chanceOf(request, id, seed)() < rate);
}
