// Markdown from a model, made safe: no scripts, no styles, nothing that loads by itself, links that show where they lead.
import createDOMPurify from "dompurify";
import { Marked } from "marked";
import cjkFriendly from "marked-cjk-friendly";

// What a report needs. Images, frames, forms, styles and SVG are not in the list, so that nothing in an answer can
// carry data out or pose as a part of the page.
const tags = [
  ...["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code"],
  ...["strong", "em", "del", "sub", "sup", "ul", "ol", "li", "a"],
  ...["table", "thead", "tbody", "tr", "th", "td"],
];

const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const plainTag = new RegExp(`&lt;(/?(?:${tags.join("|")}))\\s*/?>`, "gi");

// The rules of CommonMark ask for a space or punctuation around emphasis, which Chinese does not write: `**走势：**上涨` would not be bold.
const marked = new Marked(cjkFriendly(), {
  gfm: true,
  renderer: {
    // HTML shows as the text that it is, but for tags of the list that bring nothing with them: a parser would report what
    // else is in it to the page's policy, and whoever reads the answer should see what the model tried.
    html: ({ text }) => text.replaceAll("<", "&lt;").replace(plainTag, "<$1>"),
    // An image would be fetched at once, from wherever the model says: a link is fetched when a person wants it.
    image: ({ href, text }) => `<a href="${escapeText(href)}">${escapeText(text || href)}</a>`,
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

const purifier = createDOMPurify(window);

/** The document fragment of a Markdown text, safe to put on the page. */
export function renderMarkdown(text: string): DocumentFragment {
  const html = marked.parse(text, { async: false });
  const fragment = purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ["href", "start", "align"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll("a")) makeSafe(link);
  for (const table of fragment.querySelectorAll("table")) makeScroll(table);
  return fragment;
}

const safeProtocols = new Set(["http:", "https:", "mailto:"]);

/** Judges a link as the browser reads it, after all decoding; what is no web address stays as text. */
function makeSafe(link: HTMLAnchorElement): void {
  const isAbsolute = URL.canParse(link.getAttribute("href") ?? "");
  if (!isAbsolute || !safeProtocols.has(link.protocol)) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.rel = "noopener noreferrer";
  link.target = "_blank";
  const where = link.protocol === "mailto:" ? link.pathname : link.host;
  if (link.textContent?.includes(where)) return;
  const host = document.createElement("span");
  host.className = "host";
  host.textContent = ` (${where})`;
  link.append(host);
}

function makeScroll(table: HTMLTableElement): void {
  const frame = document.createElement("div");
  frame.className = "table";
  frame.tabIndex = 0;
  table.replaceWith(frame);
  frame.append(table);
}
