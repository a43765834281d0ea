// Title and date of a text file, as far as it tells them.

const titleCharacters = 120;

/** The title: a `title:` or the first heading, else the name of the file. The date: a `date:` at the top, else one in the file's name. */
export function describeText(text: string, fileName: string): { title: string; date: string | null } {
  const top = /^\uFEFF?---\r?\n([\s\S]{0,2000}?)\r?\n---/.exec(text)?.[1] ?? "";
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.+)$`, "im")
      .exec(top)?.[1]
      ?.replace(/^["']|["']\s*$/g, "")
      .trim();
  const heading = /^#{1,2}[ \t]+(.+?)[ \t#]*$/m.exec(text.slice(0, 4_000))?.[1];
  const title = (field("title") || heading || fileName.replace(/\.[a-z]+$/i, ""))
    .slice(0, titleCharacters)
    .toWellFormed();
  const [date = null] =
    /\b\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?(?!\d)/.exec(field("date") ?? fileName) ?? [];
  return { title, date };
}
