// What part of the graph is seen: d3 reads the gestures, this file says where to look. Every transform is finite.
import { select, zoom, ZoomTransform, type D3ZoomEvent, type ZoomBehavior } from "d3";
import { bottom, right, type Box } from "./box.ts";

/** A point p of the plane is drawn at p * k + (x, y). */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is held out of all sense; how far a graph can be zoomed out follows from its size. */
export const zoomLimits = { least: 0.001, most: 2 } as const;
/** However small a graph is, it can be zoomed out so far. */
const leastOfSmall = 0.08;
/** Room kept free around what is shown, in px on the screen; the buttons lie in the lower part. */
const margin = { side: 24, top: 20, bottom: 68 } as const;
/** From this zoom on words can be read, and cards are drawn; below it shapes. */
export const readable = 0.5;
/** A small run keeps its cards a little longer: there are not many, and they fold and unfold with a click. */
const readableOfSmall = 0.25;
const small = 60;

/** Whether all of it can be read at once. */
export const isReadable = (bounds: Box | null, size: Size): boolean => (fitted(bounds, size)?.k ?? 0) >= readable;

/** Whether a graph of so many nodes is drawn as shapes at a zoom. */
export const isFar = (k: number, nodes: number): boolean => k < (nodes > small ? readable : readableOfSmall);
/** One frame brings the view this share of its way nearer, at 60 frames a second. */
const ease = 0.2;

/** The whole of `bounds` in view, not larger than life and not smaller than `least`. null: there is nothing to fit, or nowhere. */
export function fitted(bounds: Box | null, size: Size, least: number = zoomLimits.least): View | null {
  if (!bounds || !isSeen(size)) return null;
  const room = { width: size.width - 2 * margin.side, height: size.height - margin.top - margin.bottom };
  const fit = Math.min(room.width / Math.max(bounds.width, 1), room.height / Math.max(bounds.height, 1));
  const k = Math.min(1, Math.max(fit, least, zoomLimits.least));
  const x = (size.width - bounds.width * k) / 2 - bounds.x * k;
  const y = Math.max((size.height - margin.bottom + margin.top - bounds.height * k) / 2, margin.top) - bounds.y * k;
  return finite({ x: bounds.width * k > size.width ? margin.side - bounds.x * k : x, y, k });
}

/** The view that is nearest to `view` and shows the newest node, with all that came before it as far as there is room. */
export function following(view: View, newest: Box, bounds: Box, size: Size): View | null {
  if (!isSeen(size)) return null;
  // Whoever looked at it from afar and wants to follow wants to read.
  const k = view.k < readable ? 1 : view.k;
  const y = Math.min(margin.top - bounds.y * k, size.height - margin.bottom - bottom(newest) * k);
  const shown = bounds.width * k <= size.width - 2 * margin.side ? bounds : newest;
  const x = k === view.k ? view.x : size.width / 2 - (shown.x + shown.width / 2) * k;
  return finite({ x: shifted(x, shown.x * k, right(shown) * k, size.width), y, k });
}

/** The least shift that shows a box. */
export function revealing(view: View, box: Box, size: Size): View | null {
  if (!isSeen(size)) return null;
  const { k } = view;
  const x = shifted(view.x, box.x * k, right(box) * k, size.width);
  const low = size.height - margin.bottom - bottom(box) * k;
  const high = margin.top - box.y * k;
  return finite({ x, y: low < high ? high : Math.min(Math.max(view.y, high), low), k });
}

/** A box at zoom 1, a little above the middle. */
export const approaching = (box: Box, size: Size): View => ({
  k: 1,
  x: size.width / 2 - box.x - box.width / 2,
  y: size.height / 3 - box.y,
});

/** A box at the left, at half of the height: for a tree, which grows from there to the right. */
export const rooted = (k: number, box: Box, size: Size): View => ({
  k,
  x: margin.side - box.x * k,
  y: (size.height - margin.bottom) / 2 - (box.y + box.height / 2) * k,
});

function shifted(x: number, left: number, rightEdge: number, width: number): number {
  const most = width - margin.side - rightEdge;
  const least = margin.side - left;
  return most < least ? least : Math.min(Math.max(x, least), most);
}

export const isSeen = (size: Size): boolean => size.width > 0 && size.height > 0;

function finite(view: View): View | null {
  return [view.x, view.y, view.k].every(Number.isFinite) && view.k > 0 ? view : null;
}

export interface Camera {
  /** Goes there, at once or gliding. Anything not finite is refused. */
  go(view: View | null, how?: "at once" | "gliding"): void;
  /** Zooms about the middle of the view. */
  zoomBy(factor: number): void;
  /** Lets a person zoom out until all of this is in view. */
  reach(bounds: Box, size: Size): void;
  /** Where it is, or where it is gliding to. */
  readonly target: View;
  destroy(): void;
}

export interface CameraOptions {
  onview: (view: View) => void;
  /** of the stage, as it is known: to measure it again at every move would lay out the page */
  size: () => Size;
  /** whether a press is meant for something else than the view */
  isTaken?: (event: Event) => boolean;
  /** a person moved the view */
  ongesture: () => void;
  /** whether moves must not be animated */
  still: () => boolean;
}

/** Turns gestures on `stage` into views. A wheel or two fingers scroll, with Ctrl or a pinch they zoom; dragging pans. */
export function createCamera(stage: HTMLElement, { onview, size, isTaken, ongesture, still }: CameraOptions): Camera {
  const stageSelection = select<HTMLElement, unknown>(stage);
  let view: View = { x: 0, y: 0, k: 1 };
  let target: View = view;
  let frame = 0;
  let least: number = leastOfSmall;

  const behaviour: ZoomBehavior<HTMLElement, unknown> = zoom<HTMLElement, unknown>()
    .scaleExtent([least, zoomLimits.most])
    .extent(() => [
      [0, 0],
      [size().width, size().height],
    ])
    .clickDistance(4)
    .filter((event: MouseEvent | WheelEvent | TouchEvent) =>
      event.type === "wheel"
        ? (event as WheelEvent).ctrlKey || (event as WheelEvent).metaKey
        : !("button" in event && event.button > 0) && !isTaken?.(event),
    )
    .on("start zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
      const { x, y, k } = event.transform;
      if (event.sourceEvent && event.type === "zoom") {
        halt();
        target = { x, y, k };
        ongesture();
      }
      view = { x, y, k };
      onview(view);
    });
  stageSelection.call(behaviour).on("dblclick.zoom", null);
  stage.addEventListener("wheel", scroll, { passive: false });

  function scroll(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1;
    const sideways = event.shiftKey && event.deltaX === 0;
    const dx = (sideways ? event.deltaY : event.deltaX) * unit;
    const dy = (sideways ? 0 : event.deltaY) * unit;
    halt();
    ongesture();
    show((target = { x: view.x - dx, y: view.y - dy, k: view.k }));
  }

  function show(next: View): void {
    behaviour.transform(stageSelection, new ZoomTransform(next.k, next.x, next.y));
  }

  function halt(): void {
    cancelAnimationFrame(frame);
    frame = 0;
  }

  function glide(): void {
    const near =
      Math.abs(target.x - view.x) + Math.abs(target.y - view.y) < 1 && Math.abs(target.k / view.k - 1) < 0.002;
    const step = (from: number, to: number) => from + (to - from) * ease;
    show(near ? target : { x: step(view.x, target.x), y: step(view.y, target.y), k: step(view.k, target.k) });
    frame = near ? 0 : requestAnimationFrame(glide);
  }

  return {
    go(next, how = "gliding") {
      if (!next || !finite(next)) return;
      target = next;
      if (how === "at once") {
        halt();
        show(next);
      } else if (still()) {
        halt();
        frame = requestAnimationFrame(() => {
          frame = 0;
          show(target);
        });
      } else {
        frame ||= requestAnimationFrame(glide);
      }
    },
    zoomBy(factor) {
      const k = Math.min(zoomLimits.most, Math.max(least, target.k * factor));
      const middle = { x: size().width / 2, y: size().height / 2 };
      const ratio = k / target.k;
      this.go({ k, x: middle.x - (middle.x - target.x) * ratio, y: middle.y - (middle.y - target.y) * ratio });
    },
    reach(bounds, size) {
      const fit = fitted(bounds, size)?.k ?? 1;
      if (fit * 0.9 >= least) return;
      least = Math.max(zoomLimits.least, fit * 0.8);
      behaviour.scaleExtent([least, zoomLimits.most]);
    },
    get target() {
      return target;
    },
    destroy() {
      halt();
      stageSelection.on(".zoom", null);
      stage.removeEventListener("wheel", scroll);
    },
  };
}
