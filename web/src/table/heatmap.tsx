// The table on the screen: a canvas that pans and zooms with wheel, fingers and keys, and tells which cell is pointed at.
// The view lives outside the component's state, so that moving redraws two canvases and nothing else.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useTaste } from "../state/taste";
import type { Scheme } from "./colours";
import { lostCells, type Grid } from "./grid";
import type { Layout } from "./layout";
import { bitmap, frame, paintCells, type Hidden, type Paper } from "./paint";
import { paintAxes, LEFT, TOP } from "./axes";
import { clamp, fit, show, zoom, type Extent, type View } from "./view";
import { usePointer } from "./pointer";

export interface HeatMapProps {
  readonly grid: Grid;
  readonly lay: Layout;
  readonly scheme: Scheme;
  readonly hidden: Hidden | null;
  /** A second, smaller number in a cell: the difference row. */
  readonly second: ((cell: number) => string) | null;
  /** Cells that a claim gets wrong. */
  readonly marks: readonly number[];
  /** Cells to which the moves of the pointed cell lead. */
  readonly targets: readonly number[];
  readonly label: string;
  /** What to say of a cell, for those who hear the page. */
  readonly say: (cell: number) => string;
  /** The cell pointed at, where the pointer is and how wide the table is. */
  readonly point: (cell: number | null, x: number, y: number, wide: number) => void;
  readonly open: (cell: number) => void;
}

function paperOf(element: Element): Paper {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: of("--ink-2"),
    faint: of("--ink-3"),
    line: of("--line"),
    cover: of("--sunk"),
    coverLine: of("--line-2"),
    wrong: of("--wrong"),
    accent: of("--ink"),
    mono: of("--mono") || "monospace",
  };
}

export function HeatMap(props: HeatMapProps) {
  const { grid, lay, scheme } = props;
  const { dark, words } = useTaste();
  const box = useRef<HTMLDivElement>(null);
  const cells = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const view = useRef<View>({ x: 0, y: 0, scale: 1 });
  const [width, setWidth] = useState(0);
  const [cursor, setCursor] = useState<number | null>(null);
  const pointed = useRef<number | null>(null);
  // In the colours of residues lost positions are not special.
  const lost = useMemo(() => (scheme.marksLost ? lostCells(grid, 20_000) : null), [grid, scheme]);
  const source = useMemo(() => bitmap(lay, scheme), [lay, scheme]);

  const most = Math.max(180, Math.round(Math.min(640, window.innerHeight * 0.66)));
  const extent = useMemo<Extent>(() => {
    const inner = Math.max(40, width - LEFT - 14);
    const natural = Math.min(36, inner / lay.across) * lay.down;
    return { across: lay.across, down: lay.down, width: inner, height: Math.max(36, Math.min(most, Math.ceil(natural))) };
  }, [lay, width, most]);

  // What the painters read; kept in a ref so that an animation frame always paints the newest.
  const now = useRef({ props, source, lost, extent, cursor });
  now.current = { props, source, lost, extent, cursor };

  const paintAbove = useCallback(() => {
    const canvas = above.current;
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    const { props, extent: e, cursor } = now.current;
    const paper = paperOf(canvas);
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP, e.width, e.height);
    context.clip();
    context.translate(LEFT, TOP);
    for (const cell of props.marks) frame(context, props.lay, view.current, cell, paper.wrong, 2.5);
    for (const cell of props.targets) frame(context, props.lay, view.current, cell, paper.accent, 1.5);
    const at = pointed.current ?? cursor;
    if (at !== null) frame(context, props.lay, view.current, at, paper.accent, 3);
    context.restore();
  }, []);

  const paint = useCallback(() => {
    const canvas = cells.current;
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    const { props, source, lost, extent: e } = now.current;
    const paper = paperOf(canvas);
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    paintAxes(context, props.lay, view.current, e, paper);
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP, e.width, e.height);
    context.clip();
    context.translate(LEFT, TOP);
    paintCells(context, source, props.lay, props.grid, props.scheme, view.current, e, paper, props.hidden, props.second, lost);
    context.restore();
    canvas.dataset["painted"] = String(props.grid.values.length);
    // Where there is nowhere to go in the table, a finger goes on through the page.
    if (above.current) above.current.dataset["whole"] = String(view.current.scale <= fit(e).scale * 1.001);
    paintAbove();
  }, [paintAbove]);

  const frameAsked = useRef(0);
  const repaint = useCallback(() => {
    if (frameAsked.current !== 0) return;
    frameAsked.current = requestAnimationFrame(() => {
      frameAsked.current = 0;
      paint();
    });
  }, [paint]);
  useEffect(() => () => cancelAnimationFrame(frameAsked.current), []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    setWidth(element.clientWidth);
    return () => watch.disconnect();
  }, []);

  // A table of another shape starts whole; a new colour keeps the view.
  useLayoutEffect(() => {
    view.current = fit(extent);
    setCursor((c) => (c !== null && c < grid.values.length ? c : null));
  }, [extent.across, extent.down, extent.width, extent.height]);

  useLayoutEffect(() => {
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of [cells.current, above.current]) {
      if (!canvas) continue;
      canvas.width = Math.round((extent.width + LEFT + 2) * ratio);
      canvas.height = Math.round((extent.height + TOP + 2) * ratio);
      canvas.style.width = `${extent.width + LEFT + 2}px`;
      canvas.style.height = `${extent.height + TOP + 2}px`;
    }
    paint();
  }, [extent, source, props.hidden, props.second, dark, paint]);
  useEffect(paintAbove, [props.marks, props.targets, cursor, paintAbove]);

  const change = useCallback(
    (next: View) => {
      view.current = clamp(next, now.current.extent);
      repaint();
    },
    [repaint],
  );
  const cellUnder = useCallback((x: number, y: number): number => {
    const { extent: e, props } = now.current;
    if (x < LEFT || y < TOP || x >= LEFT + e.width || y >= TOP + e.height) return -1;
    const v = view.current;
    return props.lay.cell(Math.floor(v.x + (x - LEFT) / v.scale), Math.floor(v.y + (y - TOP) / v.scale));
  }, []);

  usePointer(above, {
    pan: (dx, dy) => change({ ...view.current, x: view.current.x - dx / view.current.scale, y: view.current.y - dy / view.current.scale }),
    zoom: (factor, x, y) => change(zoom(view.current, now.current.extent, factor, x - LEFT, y - TOP)),
    hover: (x, y) => {
      const cell = x === null || y === null ? -1 : cellUnder(x, y);
      const next = cell < 0 ? null : cell;
      if (next !== pointed.current) {
        pointed.current = next;
        paintAbove();
      }
      props.point(next, x ?? 0, y ?? 0, box.current?.clientWidth ?? 0);
    },
    click: (x, y) => {
      const cell = cellUnder(x, y);
      if (cell >= 0) {
        setCursor(cell);
        props.open(cell);
      }
    },
  });

  const step = (dx: number, dy: number) => {
    const [column, row] = lay.place(cursor ?? 0);
    const cell = cursor === null ? 0 : lay.cell(column + dx, row + dy);
    if (cell < 0) return;
    setCursor(cell);
    const [c, r] = lay.place(cell);
    change(show(view.current, extent, c, r));
    props.point(cell, LEFT + (c - view.current.x) * view.current.scale, TOP + (r - view.current.y) * view.current.scale, box.current?.clientWidth ?? 0);
  };
  const middleZoom = (factor: number) => change(zoom(view.current, extent, factor, extent.width / 2, extent.height / 2));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(-1, 0),
    ArrowRight: () => step(1, 0),
    ArrowUp: () => step(0, -1),
    ArrowDown: () => step(0, 1),
    Enter: () => cursor !== null && props.open(cursor),
    " ": () => cursor !== null && props.open(cursor),
    "+": () => middleZoom(1.5),
    "=": () => middleZoom(1.5),
    "-": () => middleZoom(1 / 1.5),
    "0": () => change(fit(extent)),
  };

  return (
    <div class="heat" ref={box}>
      <canvas ref={cells} class="heat-cells" aria-hidden="true" />
      <canvas
        ref={above}
        class="heat-above"
        tabIndex={0}
        role="application"
        aria-label={`${props.label}. ${words.heatKeys}`}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
        onBlur={() => props.point(null, 0, 0, 0)}
      />
      <div class="heat-tools" role="group" aria-label={words.zoom}>
        <button type="button" aria-label={words.zoomIn} onClick={() => middleZoom(1.6)}>+</button>
        <button type="button" aria-label={words.zoomOut} onClick={() => middleZoom(1 / 1.6)}>−</button>
        <button type="button" aria-label={words.zoomFit} onClick={() => change(fit(extent))}>⤢</button>
      </div>
      <p class="out-of-sight" aria-live="polite">{cursor === null ? "" : props.say(cursor)}</p>
    </div>
  );
}
