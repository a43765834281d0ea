// The whole prompt of a model call, put together again from what the log holds of it.
import type { EventOf, RunEvent } from "../events.ts";
import type { Message } from "../model/model.ts";

/**
 * The messages that a model call was sent. A request says only what it adds to the one it continues.
 *
 * @returns undefined if the log holds no request of that span
 */
export function promptOf(log: readonly RunEvent[], span: string): Message[] | undefined {
  const requests = new Map<string, EventOf<"model.request">>();
  for (const event of log) {
    if (event.type !== "model.request") continue;
    requests.set(event.span, event);
    if (event.span === span) break;
  }
  const parts: Message[][] = [];
  // Walked from the last request to the first: how many messages of the earlier ones still stand, only shrinks.
  let stand = Infinity;
  let request = requests.get(span);
  if (!request) return undefined;
  while (request) {
    const before: number = request.continues === undefined ? 0 : (request.keep ?? 0);
    if (stand > before) parts.unshift(request.messages.slice(0, stand - before));
    stand = Math.min(stand, before);
    request = stand > 0 && request.continues !== undefined ? requests.get(request.continues) : undefined;
  }
  return parts.flat();
}
