// From the server's packed cells to the page's table.
import type { Packed, TableAnswer } from "../api/types";
import { type Axis, type Grid, NONE } from "./grid";

function bytes(base64: string): ArrayBuffer {
  const text = atob(base64);
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out.buffer;
}

function typed(packed: Packed): ArrayLike<number> {
  const buffer = bytes(packed.data);
  switch (packed.type) {
    case "u8":
      return new Uint8Array(buffer);
    case "u16":
      return new Uint16Array(buffer);
    case "u32":
      return new Uint32Array(buffer);
    case "i8":
      return new Int8Array(buffer);
    case "i16":
      return new Int16Array(buffer);
    case "i32":
      return new Int32Array(buffer);
    case "f64":
      return new Float64Array(buffer);
  }
}

const MOST = 0x7fff_ffff;

function numbers(packed: Packed): Int32Array {
  const cells = typed(packed);
  const out = new Int32Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    const v = cells[i] as number;
    // A value beyond 31 bits has no colour of its own; it is shown at the end of the scale.
    out[i] = v === packed.illegal || v === packed.unknown ? NONE : Math.max(-MOST, Math.min(MOST, v));
  }
  return out;
}

/** Outcomes come as 0 (lose), 1 (win), 2 (draw). */
function signs(codes: Int32Array): Int32Array {
  return codes.map((c) => (c === NONE ? NONE : c === 0 ? -1 : c === 1 ? 1 : 0));
}

/** The table, or null if it is a list and not a strip or a matrix of integers. */
export function gridOf(table: TableAnswer): Grid | null {
  const packed = table.packed;
  if (packed === null || table.drawing === "list") return null;
  const axes: Axis[] = [];
  for (const axis of table.axes) {
    // Axes that stand still (b=3) take no room.
    if (typeof axis.from !== "number" || typeof axis.to !== "number") return null;
    if (axis.from === axis.to && table.axes.length > 2) continue;
    axes.push({ name: axis.name, low: axis.from, high: axis.to });
  }
  const [a, b] = axes;
  if (a === undefined || axes.length > 2) return null;
  const shape = b === undefined ? ([a] as const) : ([a, b] as const);
  const cells = numbers(packed);
  if (table.show === "win") {
    const outcomes = signs(cells);
    return { axes: shape, show: "outcome", values: outcomes, outcomes };
  }
  if (table.show === "remoteness") {
    const outcomes = signs(cells);
    const values = packed.remoteness ? numbers(packed.remoteness) : outcomes;
    return { axes: shape, show: "remoteness", values, outcomes };
  }
  return { axes: shape, show: table.show === "score" ? "score" : "grundy", values: cells, outcomes: null };
}
