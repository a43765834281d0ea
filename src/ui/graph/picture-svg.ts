// A picture as an SVG: text stays text, every style is in it, and the page's fonts are named with others that look alike.
import type { Picture, Shape } from "./picture.ts";

const space = "http://www.w3.org/2000/svg";
const sans =
  '"Geist Variable", Geist, Inter, "Segoe UI", "Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
const mono =
  '"Geist Mono Variable", "Geist Mono", "SF Mono", Menlo, Consolas, "PingFang SC", "Microsoft YaHei", "Noto Sans Mono CJK SC", monospace';

/** The picture as an element, for the page. Only attributes are used: the page's policy allows no style in markup. */
export function svgElement(picture: Picture): SVGSVGElement {
  const { width, height, background, title, shapes } = picture;
  const svg = element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  const name = element("title", {});
  name.textContent = clean(title);
  svg.append(name, element("rect", { width, height, fill: background }), ...shapes.map(drawn));
  return svg;
}

/** The picture as the text of a file. */
export function svgText(picture: Picture): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svgElement(picture))}\n`;
}

function drawn(shape: Shape): SVGElement {
  switch (shape.kind) {
    case "box": {
      const { x, y, width, height } = shape.box;
      const dash = shape.dashed ? { "stroke-dasharray": "4 3" } : {};
      const stroke = shape.stroke === null ? {} : { stroke: shape.stroke, ...dash };
      return element("rect", { x, y, width, height, rx: shape.radius, fill: shape.fill, ...stroke });
    }
    case "path": {
      const { path, x, y, scale, stroke, wide, dash } = shape;
      const place = x !== 0 || y !== 0 || scale !== 1 ? { transform: `translate(${x} ${y}) scale(${scale})` } : {};
      const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
      const dashes = dash ? { "stroke-dasharray": dash } : {};
      return element("path", { d: path, fill: "none", stroke, "stroke-width": wide, ...round, ...dashes, ...place });
    }
    case "arrow":
      return element("path", { d: shape.path, fill: shape.fill });
    case "text": {
      const { x, y, words, size, weight, fill, anchor, rightToLeft } = shape;
      const direction = rightToLeft ? { direction: "rtl" } : {};
      const font = { "font-family": shape.mono ? mono : sans, "font-size": size, "font-weight": weight };
      const text = element("text", { x, y, fill, "text-anchor": anchor, ...font, ...direction });
      text.textContent = clean(words);
      return text;
    }
    default:
      return shape satisfies never;
  }
}

function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  return made;
}

/** XML has no place for most control signs, nor for half an emoji. */
const clean = (text: string): string => text.toWellFormed().replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, " ");
