// Names of tables, columns and documents that come from files: fit for SQL, and each used once.

/** Words that SQL would read as its own. */
const reserved = new Set(
  (
    "all and as asc between by case check collate column create cross default delete desc distinct drop else end escape except exists " +
    "for foreign from full group having in index inner insert intersect into is isnull join left like limit match natural not notnull " +
    "null offset on or order outer primary references right select set table then to union unique update using values when where with"
  ).split(" "),
);

/** A name that needs no quotes in SQL: letters of any script, digits and `_`. */
export function sqlName(label: string, otherwise: string): string {
  const plain = label
    .normalize("NFKC")
    .trim()
    .replace(/[^\p{L}\p{N}_]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60)
    .toWellFormed();
  const named = plain || otherwise;
  return /^\p{N}/u.test(named) || reserved.has(named.toLowerCase()) || /^sqlite_/i.test(named) ? `_${named}` : named;
}

/** Names for SQL, of which no two are the same, whatever their case. */
export function sqlNames(labels: readonly string[], otherwise: string): string[] {
  const taken = new Set<string>();
  return labels.map((label, at) => {
    const name = free(sqlName(label, `${otherwise}_${at + 1}`), (one) => taken.has(one.toLowerCase()));
    taken.add(name.toLowerCase());
    return name;
  });
}

/** The name, or the name with the first number behind it that is not taken. */
export function free(name: string, isTaken: (name: string) => boolean, between = "_"): string {
  let found = name;
  for (let number = 2; isTaken(found); number++) found = `${name}${between}${number}`;
  return found;
}
