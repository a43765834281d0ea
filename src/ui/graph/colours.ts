// The colours of the page for a canvas, which knows no variables: read again when the theme changes.

const names = {
  canvas: "--canvas",
  frame: "--frame",
  surface: "--surface",
  raised: "--raised",
  line: "--line",
  lineStrong: "--line-strong",
  text: "--text",
  text2: "--text-2",
  text3: "--text-3",
  accent: "--accent",
  ok: "--ok",
  okSoft: "--ok-soft",
  bad: "--bad",
  badSoft: "--bad-soft",
  warn: "--warn",
  agent: "--kind-agent",
  model: "--kind-thought",
  tool: "--kind-tool",
  plan: "--kind-plan",
  review: "--kind-review",
  // Large patches of them, from afar.
  modelSoft: "--kind-thought 50%",
  toolSoft: "--kind-tool 50%",
  planSoft: "--kind-plan 50%",
  reviewSoft: "--kind-review 50%",
  groupSoft: "--text-3 35%",
} as const;

export type Colour = keyof typeof names;
export type Colours = Readonly<Record<Colour, string>>;

/** The colours as they are at an element, each as a colour that a canvas and an SVG understand. */
export function coloursAt(element: HTMLElement): Colours {
  const probe = element.appendChild(document.createElement("i"));
  const read = ([name, variable]: [string, string]) => {
    const [pure = "", share] = variable.split(" ");
    probe.style.color = share ? `color-mix(in srgb, var(${pure}) ${share}, var(--surface))` : `var(${pure})`;
    return [name, getComputedStyle(probe).color];
  };
  const colours = Object.fromEntries(Object.entries(names).map(read)) as Record<Colour, string>;
  probe.remove();
  return colours;
}

/** The same as `#rrggbb`, which every program that opens an SVG knows. */
export function plainColours(colours: Colours): Colours {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!context) return colours;
  const plain = ([name, colour]: [string, string]) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [name, `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`];
  };
  return Object.fromEntries(Object.entries(colours).map(plain)) as Record<Colour, string>;
}

/** Calls back whenever they may have changed; ends with what is returned. */
export function onTheme(changed: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributeFilter: ["data-theme", "style", "class"] });
  dark.addEventListener("change", changed);
  return () => {
    watch.disconnect();
    dark.removeEventListener("change", changed);
  };
}
