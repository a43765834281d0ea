// The score board as a picture: one small bar chart for each column, drawn once and written as SVG or PNG.

export interface ChartPanel {
  readonly title: string;
  readonly bars: readonly {
    readonly label: string;
    /** null: nothing is known */
    readonly value: number | null;
    /** of several runs */
    readonly min: number | null;
    readonly max: number | null;
    readonly text: string;
    readonly isBest: boolean;
  }[];
}

export interface Chart {
  readonly title: string;
  readonly note: string;
  readonly panels: readonly ChartPanel[];
}

type Shape =
  | {
      readonly kind: "rect";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
    }
  | {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly fill: string;
      readonly isBold?: boolean;
    };

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

// A picture is looked at on paper and in documents: it is light, whatever the page is.
const colors = {
  ground: "#ffffff",
  text: "#22262b",
  quiet: "#6b727b",
  bar: "#9fc3d8",
  best: "#1f6f9f",
  line: "#e3e6e9",
};
const font = "Geist, system-ui, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', sans-serif";
const margin = 28;
const panelWidth = 400;
const columnGap = 40;
const labelWidth = 124;
const valueWidth = 92;
const rowHeight = 22;

/** Places everything; lengths of text are guessed, so labels are cut by letters. */
export function drawChart({ title, note, panels }: Chart): Drawing {
  const shapes: Shape[] = [];
  const width = 2 * margin + 2 * panelWidth + columnGap;
  const rows = Math.max(1, ...panels.map(({ bars }) => bars.length));
  const panelHeight = 30 + rows * rowHeight + 18;
  const height = 2 * margin + 58 + Math.ceil(panels.length / 2) * panelHeight;
  shapes.push({ kind: "rect", x: 0, y: 0, width, height, fill: colors.ground });
  shapes.push({
    kind: "text",
    x: margin,
    y: margin + 16,
    text: cut(title, 92),
    size: 17,
    fill: colors.text,
    isBold: true,
  });
  shapes.push({ kind: "text", x: margin, y: margin + 37, text: cut(note, 130), size: 12, fill: colors.quiet });
  panels.forEach((panel, index) => {
    const x = margin + (index % 2) * (panelWidth + columnGap);
    const y = margin + 58 + Math.floor(index / 2) * panelHeight;
    shapes.push({ kind: "text", x, y: y + 14, text: panel.title, size: 13, fill: colors.text, isBold: true });
    const most = Math.max(0, ...panel.bars.map(({ value, max }) => Math.max(value ?? 0, max ?? 0)));
    const room = panelWidth - labelWidth - valueWidth;
    const lengthOf = (value: number) => (most === 0 ? 0 : (value / most) * room);
    panel.bars.forEach(({ label, value, min, max, text, isBest }, row) => {
      const top = y + 24 + row * rowHeight;
      const left = x + labelWidth;
      shapes.push({ kind: "text", x, y: top + 14, text: cut(label, 18), size: 12, fill: colors.text, isBold: isBest });
      shapes.push({ kind: "rect", x: left, y: top + 17, width: room, height: 1, fill: colors.line });
      if (value !== null) {
        const fill = isBest ? colors.best : colors.bar;
        shapes.push({ kind: "rect", x: left, y: top + 5, width: Math.max(1, lengthOf(value)), height: 10, fill });
      }
      if (min !== null && max !== null && min !== max) {
        const from = left + lengthOf(min);
        shapes.push({
          kind: "rect",
          x: from,
          y: top + 9.5,
          width: lengthOf(max) - lengthOf(min),
          height: 1,
          fill: colors.text,
        });
        for (const end of [min, max])
          shapes.push({ kind: "rect", x: left + lengthOf(end), y: top + 6, width: 1, height: 8, fill: colors.text });
      }
      shapes.push({
        kind: "text",
        x: left + room + 8,
        y: top + 14,
        text: cut(text, 15),
        size: 12,
        fill: colors.quiet,
        isBold: isBest,
      });
    });
  });
  return { width, height, shapes };
}

/** As a file of its own: fonts are named, not loaded. */
export function svgOf({ width, height, shapes }: Drawing): string {
  const number = (value: number) => String(Math.round(value * 100) / 100);
  const drawn = shapes.map((shape) =>
    shape.kind === "rect"
      ? `<rect x="${number(shape.x)}" y="${number(shape.y)}" width="${number(shape.width)}" height="${number(shape.height)}" fill="${shape.fill}"/>`
      : `<text x="${number(shape.x)}" y="${number(shape.y)}" font-size="${shape.size}"${shape.isBold ? ' font-weight="600"' : ""} fill="${shape.fill}">${escaped(shape.text)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${font}">`,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

/** As a PNG of twice the size. The page's policy loads no picture made in it, so it is drawn, not converted. */
export async function pngOf({ width, height, shapes }: Drawing): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const scale = 2;
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("The browser gave no canvas to draw on.");
  pen.scale(scale, scale);
  for (const shape of shapes) {
    pen.fillStyle = shape.fill;
    if (shape.kind === "rect") pen.fillRect(shape.x, shape.y, shape.width, shape.height);
    else {
      pen.font = `${shape.isBold ? "600 " : ""}${shape.size}px ${font.replace("Geist", "'Geist Variable'")}`;
      pen.fillText(shape.text, shape.x, shape.y);
    }
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png"),
  );
}

/** Wide letters count twice. */
function cut(text: string, width: number): string {
  let left = width;
  let kept = "";
  for (const letter of text.replace(/\s+/gu, " ").toWellFormed()) {
    left -=
      /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
        letter,
      )
        ? 2
        : 1;
    if (left < 0) return `${kept.trimEnd()}…`;
    kept += letter;
  }
  return kept;
}

const escaped = (text: string) =>
  text
    // XML has no form at all for most control characters.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
