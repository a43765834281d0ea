// The chain of spans that decided how long a run took.
import type { TimelineBar } from "./timeline.ts";

/** A stretch of time, and the span that the run was waiting for in it. */
export interface PathSegment {
  /** a call: the run waited for it; a turn, step or agent: nothing inside it ran; null: no span was open */
  readonly span: string | null;
  /** ms since the run began */
  readonly from: number;
  readonly to: number;
}

/**
 * The critical path of a run: segments without gaps from its beginning to its end. Found from the end backwards: what a span
 * waited for last is the child that ended last before; that child's own path comes before it, and before the child's beginning
 * the same is asked again. Shorten a span that is not on the path, and the run takes as long as before.
 *
 * Only times count, not recorded causes: of two children that ended in the same millisecond the one that began later is taken.
 * What goes on ends at `lastAt`.
 *
 * @param bars in the order in which they began, as of `timeline`
 * @see https://www.usenix.org/conference/atc22/presentation/zhang-zhizhou (CRISP: critical path analysis of large-scale RPC traces)
 */
export function criticalPath(bars: readonly TimelineBar[], lastAt: number): PathSegment[] {
  const children = new Map<string | null, TimelineBar[]>();
  const seen = new Set<string | null>([null]);
  for (const bar of bars) {
    // A parent that begins after its child holds nothing: no ring can be walked.
    const parent = seen.has(bar.parent) ? bar.parent : null;
    seen.add(bar.span);
    const siblings = children.get(parent);
    if (siblings) siblings.push(bar);
    else children.set(parent, [bar]);
  }
  const endOf = (bar: TimelineBar) => bar.endedAt ?? lastAt;
  for (const siblings of children.values()) {
    siblings.sort((one, other) => endOf(other) - endOf(one) || other.startedAt - one.startedAt);
  }

  const backwards: PathSegment[] = [];
  const add = (span: string | null, from: number, to: number) => {
    if (to > from) backwards.push({ span, from, to });
  };
  // From `until` back to `from`, in the span and what it holds; frames stand for calls, so that depth costs no stack.
  interface Frame {
    readonly span: string | null;
    readonly from: number;
    readonly inside: readonly TimelineBar[];
    next: number;
    cursor: number;
  }
  const frame = (span: string | null, from: number, until: number): Frame => ({
    span,
    from,
    inside: children.get(span) ?? [],
    next: 0,
    cursor: until,
  });
  const stack = [frame(null, 0, lastAt)];
  for (let at = stack.at(-1); at; at = stack.at(-1)) {
    const child = at.inside[at.next++];
    if (!child) {
      add(at.span, at.from, at.cursor);
      stack.pop();
      continue;
    }
    const start = Math.max(child.startedAt, at.from);
    const end = endOf(child);
    // One that ended later ran beside what is on the path already.
    if (end > at.cursor || start >= end) continue;
    add(at.span, end, at.cursor);
    at.cursor = start;
    stack.push(frame(child.span, start, end));
  }
  return backwards.reverse();
}
