// The Markdown of lessons: headings, paragraphs, lists, code, emphasis, links. It becomes elements, never HTML, so a lesson can
// bring nothing into the page but text.
import type { ComponentChildren } from "preact";

const INLINE = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\*[^*\s][^*]*\*)|(\[[^\]]+\]\((?:https?:\/\/|#)[^)\s]+\))/g;

function inline(text: string): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    out.push(text.slice(from, found.index));
    const [whole, code, strong, soft, link] = found;
    if (code) out.push(<code>{code.slice(1, -1)}</code>);
    else if (strong) out.push(<strong>{inline(strong.slice(2, -2))}</strong>);
    else if (soft) out.push(<em>{inline(soft.slice(1, -1))}</em>);
    else if (link) {
      const [, name = "", to = ""] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(link) ?? [];
      out.push(<a href={to} {...(to.startsWith("#") ? {} : { rel: "noreferrer" })}>{name}</a>);
    }
    from = (found.index ?? 0) + whole.length;
  }
  out.push(text.slice(from));
  return out;
}

interface Piece {
  readonly kind: "p" | "h" | "ul" | "ol" | "pre";
  readonly lines: string[];
}

function pieces(text: string): Piece[] {
  const out: Piece[] = [];
  let last: Piece | null = null;
  let fenced = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      fenced = !fenced;
      if (fenced) out.push((last = { kind: "pre", lines: [] }));
      else last = null;
      continue;
    }
    if (fenced) {
      last?.lines.push(line);
      continue;
    }
    const heading = /^#{1,4}\s+(.*)$/.exec(line);
    const item = /^\s*(?:([-*])|(\d+)[.)])\s+(.*)$/.exec(line);
    if (line.trim() === "") last = null;
    else if (heading) {
      out.push({ kind: "h", lines: [heading[1] ?? ""] });
      last = null;
    } else if (item) {
      const kind = item[1] ? "ul" : "ol";
      if (last?.kind !== kind) out.push((last = { kind, lines: [] }));
      last.lines.push(item[3] ?? "");
    } else if (last === null || last.kind === "h") out.push((last = { kind: "p", lines: [line] }));
    else if (last.kind === "p") last.lines.push(line);
    else last.lines.push(`${last.lines.pop() ?? ""} ${line.trim()}`);
  }
  return out;
}

export function Markdown({ text }: { text: string }) {
  return (
    <>
      {pieces(text).map(({ kind, lines }, i) => {
        if (kind === "pre") return <pre key={i} class="lines">{lines.join("\n")}</pre>;
        if (kind === "h") return <h2 key={i}>{inline(lines.join(" "))}</h2>;
        if (kind === "ul") return <ul key={i}>{lines.map((l, j) => <li key={j}>{inline(l)}</li>)}</ul>;
        if (kind === "ol") return <ol key={i}>{lines.map((l, j) => <li key={j}>{inline(l)}</li>)}</ol>;
        return <p key={i}>{inline(lines.join(" "))}</p>;
      })}
    </>
  );
}
