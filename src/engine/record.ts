// A run to and from JSON: the file that export writes and import reads. Loaded when one of the two is asked for.
import { z, problems } from "./schema.ts";
import { eventSchema, type RunEvent } from "./events.ts";
import { jsonErrorOffset, positionOf } from "./json-position.ts";
import { logProblem } from "./log-rules.ts";
import { migrate, migrations, type Migrations } from "./migrations.ts";

export const recordFormat = "loopglass-run";
/** Version of the file's format. Raise it with a step in migrations.ts. */
export const recordVersion = 1;

/** Longest text that is read, in UTF-16 units; a run of 10,000 events has about 5 million. */
export const maxRecordLength = 64 * 1024 * 1024;

const deepest = 200;

export const recordSchema = z.object({
  format: z.literal(recordFormat),
  version: z.literal(recordVersion),
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  title: z.string(),
  /** read from a file, not run here */
  imported: z.optional(z.literal(true)),
  /** its log has no end: the page was closed while it ran */
  interrupted: z.optional(z.literal(true)),
  /** the files of the run as they were at its end */
  files: z.array(z.object({ name: z.string(), text: z.string() })),
  /** what models had typed, but not yet replied, when the run was interrupted */
  typed: z.optional(z.array(z.object({ span: z.string(), text: z.string() }))),
  events: z.array(eventSchema).check(z.minLength(1)),
});

// The events are checked one by one, so that a file of a million wrong ones does not make a million problems.
const headerSchema = z.extend(recordSchema, { events: z.array(z.unknown()).check(z.minLength(1)) });

export interface RunFile {
  readonly name: string;
  readonly text: string;
}

/** Text that a model had typed in a span when the run was interrupted. */
export interface TypedText {
  readonly span: string;
  readonly text: string;
}

/** A run with all that belongs to it. */
export interface RunRecord {
  readonly id: string;
  readonly title: string;
  readonly imported?: true | undefined;
  readonly interrupted?: true | undefined;
  readonly files: readonly RunFile[];
  readonly typed?: readonly TypedText[] | undefined;
  readonly events: readonly RunEvent[];
}

export type RecordProblemCode =
  "too-large" | "not-json" | "not-a-run" | "newer-format" | "bad-shape" | "unsafe-key" | "too-deep" | "bad-log";

/** Why a file cannot be read: what is wrong, where, and the repair. */
export interface RecordProblem {
  code: RecordProblemCode;
  message: string;
  /** for example `events[12].usd` */
  path?: string;
  /** where JSON ends to be JSON, both from 1 */
  line?: number;
  column?: number;
}

export type ReadResult = { ok: true; record: RunRecord } | { ok: false; problem: RecordProblem };

const repair = "Mend the file there, or export the run again on the page where it ran.";

/**
 * Writes a run as JSON text, one event a line. The text is well-formed: half a surrogate pair becomes U+FFFD.
 *
 * @throws TypeError or RangeError if an event holds what JSON cannot say: a cycle, a bigint, thousands of levels
 */
export function writeRun(record: RunRecord): string {
  const { events, ...rest } = record;
  const header = JSON.stringify({ format: recordFormat, version: recordVersion, ...rest });
  const lines = events.map((event) => JSON.stringify(event)).join(",\n");
  return wellFormed(`${header.slice(0, -1)},"events":[\n${lines}\n]}\n`);
}

/** JSON.stringify escapes exactly those surrogates that stand alone; `.` skips other escapes, a backslash before a "u" too. */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (escape) => (escape.length > 2 ? "\ufffd" : escape));
}

/**
 * Reads what {@link writeRun} wrote, of this version or an older one. Shares nothing with what it was given and trusts nothing in it:
 * shape, the rules of a log, lone surrogates (they become U+FFFD), `__proto__` keys (kept as data in what tools got and gave,
 * refused elsewhere). A log without an end is a run that was interrupted.
 *
 * @param input the text of a file, or what JSON.parse made of it
 */
export function readRun(input: unknown, steps: Migrations = migrations): ReadResult {
  try {
    const file = typeof input === "string" ? parse(input) : input;
    return { ok: true, record: check(migrated(copy(file, []), steps)) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

class Refusal extends Error {
  readonly problem: RecordProblem;
  constructor(problem: RecordProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

function parse(text: string): unknown {
  if (text.length > maxRecordLength) {
    const [size, most] = [text.length, maxRecordLength].map((length) => Math.round(length / 1024 / 1024));
    throw new Refusal({
      code: "too-large",
      message: `The file has ${size} million characters; at most ${most} are read. Export a single run instead.`,
    });
  }
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  try {
    return JSON.parse(json);
  } catch {
    const offset = jsonErrorOffset(json);
    const { line, column } = positionOf(json, offset);
    const what =
      offset >= json.length
        ? `it ends too early, at line ${line}, column ${column}. It may have been cut off: download or export it again.`
        : `line ${line}, column ${column} cannot begin with ${JSON.stringify(json.slice(offset, offset + 12).toWellFormed())}. ${repair}`;
    throw new Refusal({ code: "not-json", message: `The file is not JSON: ${what}`, line, column });
  }
}

type Path = (string | number)[];

const pathText = (path: Path) =>
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "") || "the file";

/** What tools got and gave may have any key: a model may well ask for `__proto__`. */
const isOpaque = (path: Path) => path[0] === "events" && (path[2] === "arguments" || path[2] === "output");

/** A fresh copy of plain JSON with well-formed strings. */
function copy(value: unknown, path: Path): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const where = pathText(path);
  if (typeof value !== "object") {
    throw new Refusal({
      code: "bad-shape",
      message: `${where} is ${String(value)}, which JSON cannot say. ${repair}`,
      path: where,
    });
  }
  if (path.length > deepest) {
    throw new Refusal({
      code: "too-deep",
      message: `${where.slice(0, 80)}… lies more than ${deepest} levels deep. ${repair}`,
      path: where,
    });
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => inside(path, index, item));
  }
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    if (key !== "__proto__") {
      result[key.toWellFormed()] = inside(path, key, item);
      continue;
    }
    if (!isOpaque(path)) {
      const found = pathText([...path, key]);
      throw new Refusal({
        code: "unsafe-key",
        message: `${found}: this name is not allowed here. Remove it from the file.`,
        path: found,
      });
    }
    // An assignment would set the prototype instead.
    Object.defineProperty(result, key, {
      value: inside(path, key, item),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}

function inside(path: Path, key: string | number, item: unknown): unknown {
  path.push(key);
  const copied = copy(item, path);
  path.pop();
  return copied;
}

function migrated(file: unknown, steps: Migrations): unknown {
  const { format, version } = (file ?? {}) as { format?: unknown; version?: unknown };
  if (format !== recordFormat) {
    throw new Refusal({
      code: "not-a-run",
      message: `format: this is no run of Loopglass; its format is ${JSON.stringify(format) ?? "not given"} instead of "${recordFormat}". Choose a file made by Export JSON.`,
      path: "format",
    });
  }
  if (typeof version === "number" && version > recordVersion) {
    throw new Refusal({
      code: "newer-format",
      message: `version: the file has version ${version}, and this page reads up to ${recordVersion}. Reload the page to get the newest one.`,
      path: "version",
    });
  }
  return typeof version === "number" ? migrate(file, version, recordVersion, steps) : file;
}

function check(file: unknown): RunRecord {
  const header = z.safeParse(headerSchema, file);
  if (!header.success) throw badShape(header.error.issues, []);
  const events = header.data.events.map((event, index) => {
    const checked = z.safeParse(eventSchema, event);
    if (!checked.success) throw badShape(checked.error.issues, ["events", index]);
    // Not zod's copy: it drops what it does not know without a word.
    return Object.freeze(event) as RunEvent;
  });
  const broken = logProblem(events);
  if (broken) {
    const path = pathText(["events", broken.index, ...(broken.key ? [broken.key] : [])]);
    throw new Refusal({ code: "bad-log", message: `${path}: ${broken.what} ${repair}`, path });
  }
  const {
    format: _format,
    version: _version,
    interrupted: _interrupted,
    ...rest
  } = file as RunRecord & Record<string, unknown>;
  const ended = events.at(-1)?.type === "run.end";
  return { ...rest, events, imported: true, ...(ended ? {} : { interrupted: true }) };
}

function badShape(issues: readonly z.core.$ZodIssue[], prefix: Path): Refusal {
  const placed = issues.slice(0, 3).map((issue) => ({ ...issue, path: [...prefix, ...issue.path] }));
  const path = pathText(placed[0]?.path.map((key) => (typeof key === "number" ? key : String(key))) ?? prefix);
  return new Refusal({
    code: "bad-shape",
    message: `${problems({ issues: placed } as z.core.$ZodError)}. ${repair}`,
    path,
  });
}
