// Small drawings of how a pattern works, as data: boxes on a field of 72 by 44, and the lines between them.

export interface Drawing {
  /** `task` and `answer` stand at the ends; `think` and `act` alternate between them; a `note` is a plan or a blackboard */
  readonly marks: readonly {
    readonly kind: "task" | "think" | "act" | "note" | "answer";
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
  "plan-execute": {
    marks: [
      { kind: "task", x: 5, y: 20 },
      { kind: "note", x: 20, y: 20 },
      { kind: "act", x: 43, y: 6 },
      { kind: "act", x: 43, y: 20 },
      { kind: "act", x: 43, y: 34 },
      { kind: "answer", x: 66, y: 20 },
    ],
    lines: [
      "M8.5 20H12.5",
      "M27.5 17 34 8.5",
      "M27.5 20H34",
      "M27.5 23 34 31.5",
      "M52 8 60 16.5",
      "M52 20H60",
      "M52 32 60 23.5",
      "M34 38c-8 3-14-1-14-8.5",
    ],
  },
  "multi-agent": {
    marks: [
      { kind: "task", x: 5, y: 22 },
      { kind: "think", x: 26, y: 7 },
      { kind: "think", x: 26, y: 22 },
      { kind: "think", x: 26, y: 37 },
      { kind: "note", x: 48, y: 22 },
      { kind: "answer", x: 66, y: 22 },
    ],
    lines: [
      "M8 19.5 17 9.5",
      "M9 22H17",
      "M8 24.5 17 34.5",
      "M35 8 41 16",
      "M35 22H40.5",
      "M35 36 41 28",
      "M55.5 22H60",
    ],
  },
  supervisor: {
    marks: [
      { kind: "task", x: 5, y: 11 },
      { kind: "note", x: 21, y: 11 },
      { kind: "act", x: 46, y: 11 },
      { kind: "think", x: 46, y: 34 },
      { kind: "answer", x: 66, y: 34 },
    ],
    lines: ["M8.5 11H13.5", "M28.5 11H37", "M46 18V27", "M37 34C25 34 21 29 21 20", "M55 34H60"],
  },
  "plan-notebook": {
    marks: [
      { kind: "task", x: 5, y: 22 },
      { kind: "think", x: 23, y: 11 },
      { kind: "act", x: 23, y: 33 },
      { kind: "note", x: 46, y: 11 },
      { kind: "answer", x: 66, y: 22 },
    ],
    lines: [
      "M8.5 19.5 15 13.5",
      "M30 16c4 3 4 9 .5 12",
      "M16 29c-3-3-3-9 0-12",
      "M32 9.500H39",
      "M39 13H32.5",
      "M32 33c14 0 22-2 28-8",
    ],
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
