// Zoom and pan along time: d3 reads the gestures, heights stay as they are.
import { select, zoom, zoomIdentity, ZoomTransform, zoomTransform, type D3ZoomEvent } from "d3";

export interface TimeZoom {
  /** Zooms about the middle. */
  zoomBy(factor: number): void;
  /** Shows all of the time. */
  fit(): void;
  /** Shows px `from` to `to` of the whole width, with room around them, where they are out of view. */
  reveal(from: number, to: number): void;
  destroy(): void;
}

/** The stretch of time that is seen: px of the whole width times `k`, plus `x`. */
export interface Stretch {
  readonly k: number;
  readonly x: number;
}

export const wholeStretch: Stretch = { k: 1, x: 0 };
const most = 5_000;

/** Dragging pans, Ctrl with the wheel or a pinch zooms, a wheel to the side pans; a wheel alone scrolls what is around. */
export function createTimeZoom(element: HTMLElement, onchange: (stretch: Stretch) => void): TimeZoom {
  const selection = select<HTMLElement, unknown>(element);
  const behaviour = zoom<HTMLElement, unknown>()
    .scaleExtent([1, most])
    .clickDistance(4)
    .extent(() => [
      [0, 0],
      [element.clientWidth, 1],
    ])
    .filter((event: MouseEvent | WheelEvent) =>
      event.type === "wheel" ? event.ctrlKey || event.metaKey : !("button" in event && event.button > 0),
    )
    .constrain(({ k, x }, [[left], [right]]) => new ZoomTransform(k, within(x, k, right - left), 0))
    .on("zoom", ({ transform: { k, x } }: D3ZoomEvent<HTMLElement, unknown>) => {
      // The width may have changed since.
      onchange({ k, x: within(x, k, element.clientWidth) });
    });
  selection.call(behaviour).on("dblclick.zoom", null);
  element.addEventListener("wheel", pan, { passive: false });

  function pan(event: WheelEvent): void {
    const px = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey || Math.abs(px) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
    event.preventDefault();
    go((now) => now.x - px);
  }

  function go(place: (now: Stretch) => number): void {
    const { k, x } = stretchOf(element);
    const to = within(place({ k, x }), k, element.clientWidth);
    selection.call(behaviour.transform, new ZoomTransform(k, to, 0));
  }

  return {
    zoomBy: (factor) => selection.call(behaviour.scaleBy, factor, [element.clientWidth / 2, 0]),
    fit: () => selection.call(behaviour.transform, zoomIdentity),
    reveal(from, to) {
      const { width, margin } = { width: element.clientWidth, margin: 30 };
      go(({ k, x }) => {
        if (from * k + x < 0 || to - from > width / k) return margin - from * k;
        if (to * k + x > width) return width - margin - to * k;
        return x;
      });
    },
    destroy() {
      selection.on(".zoom", null);
      element.removeEventListener("wheel", pan);
    },
  };
}

/** Nothing before the beginning or after the end is shown. */
const within = (x: number, k: number, width: number): number => Math.min(0, Math.max(width * (1 - k), x));

function stretchOf(element: HTMLElement): Stretch {
  const { k, x } = zoomTransform(element);
  return { k, x };
}
