// The numbers along the edges of a table: as many as can be read, at round steps.
import type { Layout } from "./layout";
import type { Paper } from "./paint";
import type { Extent, View } from "./view";

export const LEFT = 46;
export const TOP = 24;

/** The smallest of 1, 2, 5, 10, 20 … that leaves `room` pixels for each label. */
export function roundStep(scale: number, room: number): number {
  for (let ten = 1; ; ten *= 10) {
    for (const lead of [1, 2, 5]) {
      if (lead * ten * scale >= room) return lead * ten;
    }
  }
}

export function paintAxes(context: CanvasRenderingContext2D, lay: Layout, view: View, e: Extent, paper: Paper): void {
  context.fillStyle = paper.faint;
  context.font = `11px ${paper.mono}`;
  context.textBaseline = "middle";
  context.textAlign = "center";
  const stepAcross = roundStep(view.scale, 30);
  const firstColumn = Math.ceil(view.x / stepAcross) * stepAcross;
  for (let c = firstColumn; c < lay.across; c += stepAcross) {
    const x = (c + 0.5 - view.x) * view.scale;
    if (x > e.width) break;
    context.fillText(lay.columnLabel(c), LEFT + x, TOP - 9);
  }
  context.textAlign = "right";
  const stepDown = roundStep(view.scale, 18);
  const firstRow = Math.ceil(view.y / stepDown) * stepDown;
  for (let r = firstRow; r < lay.down; r += stepDown) {
    const y = (r + 0.5 - view.y) * view.scale;
    if (y > e.height) break;
    context.fillText(lay.rowLabel(r), LEFT - 7, TOP + y);
  }
  context.textAlign = "left";
  context.fillStyle = paper.ink;
  context.font = `italic 12px Georgia, serif`;
  const corner = lay.columnName === "" ? lay.rowName : `${lay.rowName} \\ ${lay.columnName}`;
  context.fillText(corner.slice(0, 8), 2, TOP - 10);
}
