// Which of many boxes lie in a rectangle: a grid of cells, so that a look costs what is seen, not what is there.
import { bottom, right, type Box } from "./box.ts";

const cellSize = 512;

/** Cells that a box touches, by their numbers. */
export interface Cells {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function cellsOf(box: Box): Cells {
  const cell = (at: number) => Math.floor(at / cellSize);
  return { left: cell(box.x), top: cell(box.y), right: cell(right(box)), bottom: cell(bottom(box)) };
}

/** The box that is made of these cells; a little smaller, so that it touches no others. */
export const boxOf = ({ left, top, right, bottom }: Cells): Box => ({
  x: left * cellSize,
  y: top * cellSize,
  width: (right - left + 1) * cellSize - 1,
  height: (bottom - top + 1) * cellSize - 1,
});

export interface Grid<Item> {
  /** Enters an item. Of one that `grows` it is remembered how far it reaches: then it can be entered again. */
  put(item: Item, box: Box, grows: boolean): void;
  /** Everything that touches one of these cells, of each cell in the order in which it was entered. */
  inside(cells: Cells): Set<Item>;
}

export function createGrid<Item>(): Grid<Item> {
  const cells = new Map<number, Item[]>();
  const covered = new Map<Item, Cells>();
  return {
    put(item, box, grows) {
      const now = cellsOf(box);
      const before = covered.get(item);
      if (before && before.right === now.right && before.bottom === now.bottom) return;
      if (grows) covered.set(item, now);
      for (let row = now.top; row <= now.bottom; row++) {
        const known = before && row >= before.top && row <= before.bottom;
        for (let column = known ? before.right + 1 : now.left; column <= now.right; column++) {
          const key = keyOf(column, row);
          const cell = cells.get(key);
          if (cell) cell.push(item);
          else cells.set(key, [item]);
        }
      }
    },
    inside({ left, top, right, bottom }) {
      const found = new Set<Item>();
      // A view from afar spans more cells than there are.
      if ((right - left + 1) * (bottom - top + 1) > cells.size) {
        for (const [key, cell] of cells) {
          const row = Math.round(key / most);
          const column = key - row * most;
          if (column < left || column > right || row < top || row > bottom) continue;
          for (const item of cell) found.add(item);
        }
        return found;
      }
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          for (const item of cells.get(keyOf(column, row)) ?? []) found.add(item);
        }
      }
      return found;
    },
  };
}

/** More columns than there can be, on either side. */
const most = 2 ** 22;
const keyOf = (column: number, row: number): number => row * most + column;
