// How a run's file of an older version becomes one of the next: one step a version.

/** From the file of a version to that of the next. Gets plain JSON that nobody has checked yet. */
export type Migration = (file: Record<string, unknown>) => Record<string, unknown>;
/** By the version that a step starts from. */
export type Migrations = ReadonlyMap<number, Migration>;

/** None yet: version 1 is the first. A step from 1 to 2 goes here as `[1, (file) => …]`, with a file of version 1 in test/fixtures. */
export const migrations: Migrations = new Map();

/** Takes a file up to a version. Where a step is missing it is left as it is, and the schema says what is wrong. */
export function migrate(file: unknown, from: number, to: number, steps: Migrations): unknown {
  let current = file as Record<string, unknown>;
  for (let version = from; version < to; version++) {
    const step = steps.get(version);
    if (!step) return current;
    current = { ...step(current), version: version + 1 };
  }
  return current;
}
