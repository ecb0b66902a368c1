// A drawn position as one picture: the drawings on the screen are put into a single SVG with their colours written out, cut to what is
// drawn, and that SVG is painted for a PNG.
const SHAPES = "path, circle, rect, line, text, marker";
const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"] as const;

function inline(from: Element, to: Element): void {
  const sources = from.querySelectorAll(SHAPES);
  const copies = to.querySelectorAll(SHAPES);
  sources.forEach((source, i) => {
    const style = getComputedStyle(source);
    const copy = copies[i];
    if (!copy) return;
    for (const name of KEPT) copy.setAttribute(name, style.getPropertyValue(name));
    copy.removeAttribute("class");
  });
}

export interface Saved {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** Around what is drawn. */
const MARGIN = 12;

/** Everything drawn inside `box`, as one SVG. */
export function drawingSvg(box: HTMLElement): Saved {
  const ns = "http://www.w3.org/2000/svg";
  const svgs = [...box.querySelectorAll("svg")];
  const texts = [...box.querySelectorAll<HTMLElement>(".field-name, .plain-value, .nothing, figcaption")].filter((t) => t.textContent !== "");
  const all = [...svgs, ...texts].map((e) => e.getBoundingClientRect());
  const left = Math.min(...all.map((r) => r.left)) - MARGIN;
  const top = Math.min(...all.map((r) => r.top)) - MARGIN;
  const width = Math.ceil(Math.max(...all.map((r) => r.right)) - left + MARGIN);
  const height = Math.ceil(Math.max(...all.map((r) => r.bottom)) - top + MARGIN);
  const out = document.createElementNS(ns, "svg");
  out.setAttribute("xmlns", ns);
  out.setAttribute("width", String(width));
  out.setAttribute("height", String(height));
  out.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const paper = document.createElementNS(ns, "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", getComputedStyle(box).getPropertyValue("--sheet").trim());
  out.append(paper);
  for (const svg of svgs) {
    const at = svg.getBoundingClientRect();
    const copy = svg.cloneNode(true) as SVGElement;
    inline(svg, copy);
    copy.removeAttribute("class");
    // A page makes it smaller than it says; a picture is as large as it was seen.
    copy.setAttribute("width", String(at.width));
    copy.setAttribute("height", String(at.height));
    copy.setAttribute("x", String(at.left - left));
    copy.setAttribute("y", String(at.top - top));
    copy.querySelectorAll("a").forEach((link) => link.removeAttribute("href"));
    out.append(copy);
  }
  for (const words of texts) {
    const at = words.getBoundingClientRect();
    const look = getComputedStyle(words);
    const text = document.createElementNS(ns, "text");
    text.textContent = words.textContent;
    text.setAttribute("x", String(at.left - left + at.width / 2));
    text.setAttribute("y", String(at.top - top + at.height * 0.75));
    text.setAttribute("text-anchor", "middle");
    text.setAttribute("font-family", look.fontFamily);
    text.setAttribute("font-size", look.fontSize);
    text.setAttribute("fill", look.color);
    out.append(text);
  }
  return { text: new XMLSerializer().serializeToString(out), width, height };
}

export async function svgToPng({ text, width, height }: Saved): Promise<Blob | null> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
