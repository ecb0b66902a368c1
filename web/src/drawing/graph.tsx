// A graph with tokens on its nodes, or with a number on every node: 1 and 2 are dark and light pieces. Edges that run both
// ways are drawn without heads.
import { useMemo } from "preact/hooks";
import type { Element, GraphPicture, Picture } from "../api/types";
import { brief, isList, key, nodeKey, type Key } from "./elements";
import { placeNodes } from "./place";
import { thing, type Sketch } from "./sketch";

interface Token {
  readonly node: string;
  readonly thing: Key;
  /** Of which number of the position it is. */
  readonly name: string;
}

/** The tokens that stand on this graph. */
function tokensOn(picture: Picture, graph: string): Token[] {
  return picture.parts.flatMap((fields, part) =>
    fields.flatMap((field, f) => {
      if (field.graph !== graph) return [];
      if (field.as === "nodes" && isList(field.value)) return field.value.map((v, i) => ({ node: String(v), thing: key(part, f, i), name: field.name }));
      return field.as === "node" ? [{ node: String(field.value), thing: key(part, f, 0), name: field.name }] : [];
    }),
  );
}

/** What stands on each node, where a field has a place for every node. */
function marksOn(picture: Picture, graph: string): Map<string, { value: Element; thing: Key }> {
  const out = new Map<string, { value: Element; thing: Key }>();
  picture.parts.forEach((fields, part) =>
    fields.forEach((field, f) => {
      if (field.graph !== graph || field.as !== "on_nodes" || !isList(field.value)) return;
      field.value.forEach((value, i) => out.set(String(i + 1), { value, thing: key(part, f, i) }));
    }),
  );
  return out;
}

const pieceClass = (value: Element | undefined): string => (value === 1 || value === "1" ? "on-dark" : value === 2 || value === "2" ? "on-light" : "");

export function GraphDrawing({ name, graph, picture, sketch }: { name: string; graph: GraphPicture; picture: Picture; sketch: Sketch }) {
  const nodes = graph.nodes ?? [];
  const edges = graph.edges ?? [];
  const points = useMemo(() => placeNodes(nodes.length, edges), [JSON.stringify(graph)]);
  const large = nodes.length > 40;
  const w = large ? 760 : Math.min(760, 200 + nodes.length * 40);
  const h = large ? 480 : Math.min(420, 160 + nodes.length * 18);
  const at = (v: number) => ({ x: 34 + (points[v]?.x ?? 0.5) * (w - 68), y: 34 + (points[v]?.y ?? 0.5) * (h - 68) });
  const pairs = new Set(edges.map(([a, b]) => `${a} ${b}`));
  const r = large ? 9 : 17;
  const place = new Map(nodes.map((n, i) => [n, i]));
  const tokens = tokensOn(picture, name);
  const later = sketch.after ? tokensOn(sketch.after, name) : [];
  const marks = marksOn(picture, name);
  const next = sketch.after ? marksOn(sketch.after, name) : null;
  // Where tokens are of several kinds, each says which it is.
  const kinds = [...new Set(tokens.map((t) => t.name))];
  const size = large ? 6 : kinds.length > 1 ? 11 : 9;
  const stacked = new Map<string, number>();
  return (
    <svg class="graph" width={w} height={h} viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
      <defs>
        <marker id={`tip-${name}`} viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
          <path class="tip" d="M0 1 L10 5 L0 9 Z" />
        </marker>
      </defs>
      {edges.map(([a, b], i) => {
        const both = pairs.has(`${b} ${a}`);
        if (both && b < a) return null;
        const p = at(a);
        const q = at(b);
        const d = Math.max(1, Math.hypot(q.x - p.x, q.y - p.y));
        const cut = (r + 2) / d;
        return (
          <line
            key={i}
            class="edge"
            x1={p.x + (q.x - p.x) * cut}
            y1={p.y + (q.y - p.y) * cut}
            x2={q.x - (q.x - p.x) * cut}
            y2={q.y - (q.y - p.y) * cut}
            {...(both ? {} : { "marker-end": `url(#tip-${name})` })}
          />
        );
      })}
      {nodes.map((n, v) => {
        const mark = marks.get(n);
        // A node answers for itself where a token may go there, else for the token that stands on it.
        const goal = nodeKey(name, n);
        const standing = tokens.find((token) => token.node === n && sketch.live.has(token.thing));
        const t = thing(sketch, mark ? mark.thing : standing && !sketch.live.has(goal) ? standing.thing : goal);
        const value = mark?.value;
        const later = next?.get(n)?.value;
        const large = typeof value === "number" && value > 2;
        return (
          <g key={n} {...t} class={`node ${t.class} ${pieceClass(later !== undefined && later !== value ? later : value)}`}>
            <circle cx={at(v).x} cy={at(v).y} r={r} />
            <text x={at(v).x} y={at(v).y}>{large ? `${n}: ${value}` : n}</text>
          </g>
        );
      })}
      {tokens.map((t, i) => {
        const v = place.get(t.node);
        if (v === undefined) return null;
        const nth = stacked.get(t.node) ?? 0;
        stacked.set(t.node, nth + 1);
        const p = at(v);
        const [x, y] = [p.x + r * 0.8 + nth * (kinds.length > 1 ? size * 2 : 7), p.y - r * 0.8];
        const move = thing(sketch, t.thing);
        const to = sketch.marked.has(t.thing) ? later.find((l) => l.thing === t.thing) : undefined;
        const goal = to ? place.get(to.node) : undefined;
        return (
          <g key={i} {...move} class={`token ${move.class} ${kinds.indexOf(t.name) % 2 === 1 ? "second" : ""}`}>
            {goal !== undefined && <line class="slide" x1={p.x} y1={p.y} x2={at(goal).x} y2={at(goal).y} marker-end={`url(#tip-${name})`} />}
            <circle cx={x} cy={y} r={size} />
            {kinds.length > 1 && !large && <text x={x} y={y}>{brief(t.name, 2)}</text>}
          </g>
        );
      })}
    </svg>
  );
}
