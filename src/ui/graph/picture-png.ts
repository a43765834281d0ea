// A picture as a PNG, twice as fine as on the screen where a browser can hold it.
import type { Picture, Shape } from "./picture.ts";

/** What browsers draw on at most: longer sides and larger areas come out empty. */
const limits = { side: 16_000, area: 64_000_000 } as const;
/** Below this nothing could be read. */
const leastScale = 0.5;

/** How fine a picture of this size can be: 2, or less for a large one; null: too large for a PNG. */
export function scaleFor({ width, height }: Pick<Picture, "width" | "height">): number | null {
  const scale = Math.min(2, limits.side / width, limits.side / height, Math.sqrt(limits.area / (width * height)));
  return scale < leastScale ? null : scale;
}

/**
 * Draws a picture.
 *
 * @returns the PNG; null where the picture is too large for one
 */
export async function pngOf(picture: Picture): Promise<Blob | null> {
  const scale = scaleFor(picture);
  if (scale === null) return null;
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(picture.width * scale));
  canvas.height = Math.max(1, Math.floor(picture.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  const root = getComputedStyle(document.documentElement);
  const fonts = { sans: root.getPropertyValue("--font"), mono: root.getPropertyValue("--mono") };
  context.scale(scale, scale);
  context.fillStyle = picture.background;
  context.fillRect(0, 0, picture.width, picture.height);
  for (const shape of picture.shapes) draw(context, shape, fonts);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function draw(context: CanvasRenderingContext2D, shape: Shape, fonts: { sans: string; mono: string }): void {
  context.save();
  context.lineCap = context.lineJoin = "round";
  switch (shape.kind) {
    case "box":
      context.beginPath();
      context.roundRect(shape.box.x, shape.box.y, shape.box.width, shape.box.height, shape.radius);
      context.fillStyle = shape.fill;
      context.fill();
      if (shape.dashed) context.setLineDash([4, 3]);
      context.strokeStyle = shape.stroke ?? "transparent";
      context.stroke();
      break;
    case "path":
      context.translate(shape.x, shape.y);
      context.scale(shape.scale, shape.scale);
      context.strokeStyle = shape.stroke;
      context.lineWidth = shape.wide;
      context.setLineDash(shape.dash ? shape.dash.split(" ").map(Number) : []);
      context.stroke(new Path2D(shape.path));
      break;
    case "arrow":
      context.fillStyle = shape.fill;
      context.fill(new Path2D(shape.path));
      break;
    case "text":
      context.font = `${shape.weight} ${shape.size}px ${shape.mono ? fonts.mono : fonts.sans}`;
      context.fillStyle = shape.fill;
      context.direction = shape.rightToLeft ? "rtl" : "ltr";
      context.textAlign = shape.anchor;
      context.fillText(shape.words, shape.x, shape.y);
      break;
    default:
      shape satisfies never;
  }
  context.restore();
}
