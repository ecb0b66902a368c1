// Mouse, pen and fingers on a canvas: drag to pan, wheel or two fingers to zoom, a short press is a click.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface Gestures {
  readonly pan: (dx: number, dy: number) => void;
  readonly zoom: (factor: number, x: number, y: number) => void;
  readonly hover: (x: number | null, y: number | null) => void;
  readonly click: (x: number, y: number) => void;
}

/** A press that moves further than this is a drag. */
const SLACK = 5;

export function usePointer(target: RefObject<HTMLCanvasElement | null>, gestures: Gestures): void {
  const held = useRef(gestures);
  held.current = gestures;
  useEffect(() => {
    const canvas = target.current;
    if (!canvas) return;
    const down = new Map<number, { x: number; y: number }>();
    let travelled = 0;
    const local = (event: PointerEvent | WheelEvent): [number, number] => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    const spread = (): [number, number, number] => {
      const [a, b] = [...down.values()];
      if (!a || !b) return [1, 0, 0];
      return [Math.hypot(a.x - b.x, a.y - b.y), (a.x + b.x) / 2, (a.y + b.y) / 2];
    };
    const onDown = (event: PointerEvent) => {
      const [x, y] = local(event);
      canvas.setPointerCapture(event.pointerId);
      down.set(event.pointerId, { x, y });
      if (down.size === 1) travelled = 0;
    };
    const onMove = (event: PointerEvent) => {
      const [x, y] = local(event);
      const from = down.get(event.pointerId);
      if (!from) {
        held.current.hover(x, y);
        return;
      }
      const before = spread();
      down.set(event.pointerId, { x, y });
      travelled += Math.hypot(x - from.x, y - from.y);
      if (down.size === 1) {
        if (travelled > SLACK) {
          held.current.hover(null, null);
          held.current.pan(x - from.x, y - from.y);
        }
      } else if (down.size === 2) {
        const after = spread();
        held.current.pan(after[1] - before[1], after[2] - before[2]);
        held.current.zoom(after[0] / Math.max(1, before[0]), after[1], after[2]);
      }
    };
    const onUp = (event: PointerEvent) => {
      const single = down.size === 1 && down.has(event.pointerId);
      down.delete(event.pointerId);
      if (single && travelled <= SLACK && event.type === "pointerup") held.current.click(...local(event));
    };
    const onLeave = () => {
      if (down.size === 0) held.current.hover(null, null);
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const [x, y] = local(event);
      held.current.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), x, y);
    };
    canvas.addEventListener("pointerdown", onDown);
    canvas.addEventListener("pointermove", onMove);
    canvas.addEventListener("pointerup", onUp);
    canvas.addEventListener("pointercancel", onUp);
    canvas.addEventListener("pointerleave", onLeave);
    canvas.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      canvas.removeEventListener("pointerdown", onDown);
      canvas.removeEventListener("pointermove", onMove);
      canvas.removeEventListener("pointerup", onUp);
      canvas.removeEventListener("pointercancel", onUp);
      canvas.removeEventListener("pointerleave", onLeave);
      canvas.removeEventListener("wheel", onWheel);
    };
  }, [target]);
}
