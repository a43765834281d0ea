// Where the graph looks: every view is finite, in whatever box, and shows what it should.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bottom, right, type Box } from "../../../src/ui/graph/box.ts";
import { fitted, following, revealing, zoomLimits, type View } from "../../../src/ui/graph/camera.ts";

const screen = { width: 800, height: 600 };
const run: Box = { x: 0, y: 0, width: 268, height: 4_000 };
const start: View = { x: 266, y: 20, k: 1 };
const onScreen = (box: Box, { x, y, k }: View) => ({
  left: box.x * k + x,
  top: box.y * k + y,
  right: right(box) * k + x,
  bottom: bottom(box) * k + y,
});

describe("a view", () => {
  test("is refused while there is no size, or nothing to see", () => {
    for (const size of [
      { width: 0, height: 0 },
      { width: 800, height: 0 },
    ]) {
      expect(fitted(run, size)).toBeNull();
      expect(following(start, run, run, size)).toBeNull();
      expect(revealing(start, run, size)).toBeNull();
    }
    expect(fitted(null, screen)).toBeNull();
    expect(fitted({ x: NaN, y: 0, width: 10, height: 10 }, screen)).toBeNull();
  });

  test("of everything is finite and within the zoom limits, for boxes without a size too", () => {
    const side = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e7, noNaN: true }));
    const size = fc.record({ width: fc.integer({ min: 1, max: 4_000 }), height: fc.integer({ min: 1, max: 4_000 }) });
    const box = fc.record({ x: fc.integer(), y: fc.integer(), width: side, height: side });
    fc.assert(
      fc.property(box, size, (bounds, where) => {
        const view = fitted(bounds, where);
        expect(view).not.toBeNull();
        for (const value of Object.values(view ?? {})) expect(Number.isFinite(value)).toBe(true);
        expect(view?.k).toBeGreaterThanOrEqual(zoomLimits.least);
        expect(view?.k).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("of everything shows everything, if that can be done", () => {
    const seen = onScreen(run, fitted(run, screen) as View);
    expect(seen.left).toBeGreaterThan(0);
    expect(seen.top).toBeGreaterThan(0);
    expect(seen.right).toBeLessThan(screen.width);
    expect(seen.bottom).toBeLessThan(screen.height);
  });

  test("that follows shows the newest node and keeps the zoom, on a phone too", () => {
    const newest = { x: 34, y: 3_912, width: 224, height: 88 };
    for (const size of [screen, { width: 320, height: 400 }]) {
      const view = following({ ...start, k: 0.8 }, newest, run, size) as View;
      const seen = onScreen(newest, view);
      expect(view.k).toBe(0.8);
      expect(seen.left).toBeGreaterThanOrEqual(0);
      expect(seen.right).toBeLessThanOrEqual(size.width);
      expect(seen.bottom).toBeLessThanOrEqual(size.height);
      expect(seen.top).toBeGreaterThanOrEqual(0);
    }
  });

  test("that follows comes back to a zoom at which words can be read", () => {
    const newest = { x: 34, y: 3_912, width: 224, height: 88 };
    const view = following({ x: 0, y: 0, k: 0.1 }, newest, run, screen) as View;
    expect(view.k).toBe(1);
    expect(onScreen(newest, view).left).toBeGreaterThan(0);
    expect(onScreen(newest, view).right).toBeLessThan(screen.width);
  });

  test("that follows stays where it is while the whole run has room", () => {
    const small = { x: 0, y: 0, width: 268, height: 300 };
    expect(following(start, { x: 34, y: 200, width: 224, height: 88 }, small, screen)).toEqual(start);
  });

  test("moves no further than it must to reveal a node", () => {
    expect(revealing(start, { x: 34, y: 100, width: 224, height: 88 }, screen)).toEqual(start);
    const left = revealing(start, { x: -500, y: 100, width: 224, height: 88 }, screen) as View;
    expect(left.y).toBe(start.y);
    expect(onScreen({ x: -500, y: 100, width: 224, height: 88 }, left).left).toBeGreaterThanOrEqual(0);
  });
});
