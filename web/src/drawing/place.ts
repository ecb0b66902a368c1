// Where the nodes of a graph go: in layers from left to right if it has no cycle, otherwise by springs from a circle.
// The same graph is always drawn the same way.
export interface Point {
  readonly x: number;
  readonly y: number;
}

type Edges = readonly (readonly [number, number])[];

/** The layer of each node (longest way from a source), or null if there is a cycle. */
function layersOf(count: number, edges: Edges): number[] | null {
  const into = new Array<number>(count).fill(0);
  const out: number[][] = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) {
    out[a]?.push(b);
    into[b] = (into[b] ?? 0) + 1;
  }
  const layer = new Array<number>(count).fill(0);
  const ready = into.flatMap((n, v) => (n === 0 ? [v] : []));
  let seen = 0;
  for (let v = ready.pop(); v !== undefined; v = ready.pop()) {
    seen++;
    for (const w of out[v] ?? []) {
      layer[w] = Math.max(layer[w] ?? 0, (layer[v] ?? 0) + 1);
      into[w] = (into[w] ?? 0) - 1;
      if (into[w] === 0) ready.push(w);
    }
  }
  return seen === count ? layer : null;
}

function layered(count: number, edges: Edges, layer: readonly number[]): Point[] {
  const deep = Math.max(...layer) + 1;
  const lanes: number[][] = Array.from({ length: deep }, () => []);
  layer.forEach((l, v) => lanes[l]?.push(v));
  const y = new Array<number>(count).fill(0);
  const spread = () => lanes.forEach((lane) => lane.forEach((v, i) => (y[v] = (i + 1) / (lane.length + 1))));
  spread();
  // Each lane is ordered by the mean height of its neighbours, forwards and backwards.
  for (let round = 0; round < 6; round++) {
    const sum = new Array<number>(count).fill(0);
    const near = new Array<number>(count).fill(0);
    for (const [a, b] of edges) {
      const [from, to] = round % 2 === 0 ? [a, b] : [b, a];
      sum[to] = (sum[to] ?? 0) + (y[from] ?? 0);
      near[to] = (near[to] ?? 0) + 1;
    }
    const mean = (v: number) => ((near[v] ?? 0) > 0 ? (sum[v] ?? 0) / (near[v] ?? 1) : (y[v] ?? 0));
    lanes.forEach((lane) => lane.sort((v, w) => mean(v) - mean(w) || v - w));
    spread();
  }
  // Every other lane is shifted a little, so that edges that skip a lane do not run through its node.
  return layer.map((l, v) => ({ x: deep === 1 ? 0.5 : l / (deep - 1), y: Math.min(1, Math.max(0, (y[v] ?? 0) + (l % 2 === 0 ? 0.17 : -0.17) / (lanes[l]?.length ?? 1))) }));
}

function springs(count: number, edges: Edges): Point[] {
  const x = Array.from({ length: count }, (_, i) => Math.cos((2 * Math.PI * i) / count));
  const y = Array.from({ length: count }, (_, i) => Math.sin((2 * Math.PI * i) / count));
  const rounds = count <= 120 ? 160 : 0;
  const ideal = 1.6 / Math.sqrt(count);
  for (let round = 0; round < rounds; round++) {
    const heat = 0.08 * (1 - round / rounds);
    const fx = new Array<number>(count).fill(0);
    const fy = new Array<number>(count).fill(0);
    const pull = (a: number, b: number, force: (d: number) => number) => {
      const dx = (x[b] as number) - (x[a] as number);
      const dy = (y[b] as number) - (y[a] as number);
      const d = Math.max(0.01, Math.hypot(dx, dy));
      const f = force(d) / d;
      fx[a] = (fx[a] as number) + dx * f;
      fy[a] = (fy[a] as number) + dy * f;
      fx[b] = (fx[b] as number) - dx * f;
      fy[b] = (fy[b] as number) - dy * f;
    };
    for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) pull(a, b, (d) => (-ideal * ideal) / d);
    for (const [a, b] of edges) if (a !== b) pull(a, b, (d) => (d * d) / ideal);
    for (let v = 0; v < count; v++) {
      const f = Math.max(1e-9, Math.hypot(fx[v] as number, fy[v] as number));
      x[v] = (x[v] as number) + ((fx[v] as number) / f) * Math.min(f, heat);
      y[v] = (y[v] as number) + ((fy[v] as number) / f) * Math.min(f, heat);
    }
  }
  const unit = (list: readonly number[]) => {
    const low = Math.min(...list);
    const span = Math.max(1e-6, Math.max(...list) - low);
    return list.map((v) => (v - low) / span);
  };
  const [ux, uy] = [unit(x), unit(y)];
  return ux.map((v, i) => ({ x: v, y: uy[i] as number }));
}

/** Points in the unit square, one a node. */
export function placeNodes(count: number, edges: Edges): Point[] {
  if (count === 0) return [];
  const layer = layersOf(count, edges);
  return layer ? layered(count, edges, layer) : springs(count, edges);
}
