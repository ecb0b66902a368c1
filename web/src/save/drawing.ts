// A drawn position as one picture: the drawings on the screen are put into a single SVG with their colours written out,
// and that SVG is painted for a PNG.
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

/** Everything drawn inside `box`, as one SVG. */
export function drawingSvg(box: HTMLElement): Saved {
  const frame = box.getBoundingClientRect();
  const style = getComputedStyle(box);
  const ns = "http://www.w3.org/2000/svg";
  const out = document.createElementNS(ns, "svg");
  const width = Math.ceil(Math.max(frame.width, box.scrollWidth)) + 24;
  const height = Math.ceil(frame.height) + 24;
  out.setAttribute("xmlns", ns);
  out.setAttribute("width", String(width));
  out.setAttribute("height", String(height));
  out.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const paper = document.createElementNS(ns, "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", style.getPropertyValue("--sheet").trim());
  out.append(paper);
  for (const svg of box.querySelectorAll("svg")) {
    const at = svg.getBoundingClientRect();
    const copy = svg.cloneNode(true) as SVGElement;
    inline(svg, copy);
    copy.removeAttribute("class");
    copy.setAttribute("x", String(at.left - frame.left + 12));
    copy.setAttribute("y", String(at.top - frame.top + 12));
    out.append(copy);
  }
  for (const words of box.querySelectorAll<HTMLElement>(".field-name, .plain-value, .nothing")) {
    if (words.textContent === "") continue;
    const at = words.getBoundingClientRect();
    const look = getComputedStyle(words);
    const text = document.createElementNS(ns, "text");
    text.textContent = words.textContent;
    text.setAttribute("x", String(at.left - frame.left + 12 + at.width / 2));
    text.setAttribute("y", String(at.top - frame.top + 12 + at.height * 0.75));
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
