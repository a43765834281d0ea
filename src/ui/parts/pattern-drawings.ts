// Small drawings of how a pattern works, as data: boxes on a field of 72 by 44, and the lines between them.

export interface Drawing {
  /** `task` and `answer` stand at the ends; `think` and `act` alternate between them */
  readonly marks: readonly {
    readonly kind: "task" | "think" | "act" | "answer";
    readonly x: number;
    readonly y: number;
  }[];
  /** paths; the last point carries the arrow */
  readonly lines: readonly string[];
}

const drawings: Readonly<Record<string, Drawing>> = {
  single: {
    marks: [
      { kind: "task", x: 10, y: 22 },
      { kind: "think", x: 36, y: 22 },
      { kind: "answer", x: 62, y: 22 },
    ],
    lines: ["M15 22H28", "M44 22H56"],
  },
  react: {
    marks: [
      { kind: "task", x: 8, y: 22 },
      { kind: "think", x: 29, y: 11 },
      { kind: "act", x: 29, y: 33 },
      { kind: "answer", x: 64, y: 22 },
    ],
    lines: ["M12 19.5 21 13", "M37 12c7 3 7 16 1 20", "M21 32c-5-3-6-13-1-17", "M38 11c12 0 16 4 20 8"],
  },
};

const other: Drawing = {
  marks: [
    { kind: "task", x: 10, y: 22 },
    { kind: "act", x: 36, y: 10 },
    { kind: "think", x: 36, y: 34 },
    { kind: "answer", x: 62, y: 22 },
  ],
  lines: ["M14 19 28 11", "M14 25 28 33", "M44 11 58 19", "M44 33 58 25"],
};

/** The drawing of a pattern; a plain one for a pattern that has none. */
export const drawingOf = (id: string): Drawing => (Object.hasOwn(drawings, id) ? drawings[id] : undefined) ?? other;
