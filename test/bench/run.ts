// npm run bench -- NAME: measures one thing, prints a table for people and, as the last line, one JSON object.
import { readdirSync } from "node:fs";

export interface Figure {
  name: string;
  value: number;
  /** what is aimed at, for example "<= 12" */
  aim: string;
  holds: boolean;
}

export interface Bench {
  table: Record<string, unknown>[];
  figures: Figure[];
}

const folder = new URL(".", import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length));

const [name] = process.argv.slice(2);
if (!name || !names.includes(name)) {
  console.error(
    `${name ? `There is no bench "${name}". ` : ""}Usage: npm run bench -- NAME, with NAME one of: ${names.join(", ")}.`,
  );
  process.exit(2);
}
const { bench } = (await import(`./${name}.bench.ts`)) as { bench: () => Promise<Bench> };
const { table, figures } = await bench();
console.table(table);
console.table(figures);
console.log(JSON.stringify({ bench: name, figures }));
process.exit(0);
