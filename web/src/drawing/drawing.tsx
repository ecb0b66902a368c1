// A position drawn as what it is. The server says what each field is; here each kind finds its drawing.
import type { Picture, PictureField } from "../api/types";
import { Board } from "./board";
import { areEdges, Edges } from "./edges";
import { GraphDrawing } from "./graph";
import { Row, Stairs } from "./rows";
import { STILL, thing, type FieldProps, type Sketch } from "./sketch";
import { Stones } from "./stones";
import { brief, key } from "./elements";

function Field(props: FieldProps) {
  const { field, part, index, sketch } = props;
  switch (field.as) {
    case "stones":
      return <Stones {...props} />;
    case "row":
    case "word":
    case "bag":
    case "set":
      return <Row {...props} />;
    case "stairs":
      return <Stairs {...props} />;
    case "board":
      return <Board {...props} />;
    case "nodes":
    case "on_nodes":
    case "node":
    case "number":
    case "text": {
      const t = thing(sketch, key(part, index, 0));
      const next = sketch.after?.parts[part]?.[index]?.value;
      const changed = next !== undefined && String(next) !== String(field.value);
      return (
        <span {...t} class={`plain-value ${t.class}`}>
          {brief(field.value, 24)}
          {changed && <span class="cell-next"> → {brief(next, 24)}</span>}
        </span>
      );
    }
  }
}

/** Fields that the graph shows are not shown a second time. */
const onGraph = (field: PictureField, picture: Picture): boolean =>
  (field.as === "node" || field.as === "nodes" || field.as === "on_nodes") && typeof field.graph === "string" && picture.graphs?.[field.graph]?.nodes != null;

/** How much of a heap's size stands under it. */
const caption = (field: PictureField): string => (field.as === "stones" ? brief(field.value, 24) : "");

export function Drawing({ picture, sketch = STILL, label }: { picture: Picture; sketch?: Sketch; label: string }) {
  const many = picture.parts.length > 1;
  const graphs = Object.entries(picture.graphs ?? {}).filter(([, g]) => g.nodes !== null);
  const parts = picture.parts.slice(0, 60);
  return (
    <div class={`drawing ${sketch.lying ? "lying" : ""}`} role="img" aria-label={label}>
      {graphs.map(([name, graph]) => (
        <GraphDrawing key={name} name={name} graph={graph} picture={picture} sketch={sketch} />
      ))}
      <div class="parts">
        {parts.map((fields, part) => {
          const shown = fields.map((field, index) => ({ field, index })).filter(({ field }) => !onGraph(field, picture));
          if (shown.length === 0) return null;
          return (
            <div key={part} class={`part ${sketch.look === part ? "look" : ""} ${sketch.last.parts.has(part) ? "last" : ""}`}>
              {areEdges(fields) && <Edges fields={fields} part={part} sketch={sketch} />}
              {!areEdges(fields) && shown.map(({ field, index }) => (
                <div key={index} class={`field as-${field.as}`}>
                  <Field field={field} part={part} index={index} sketch={sketch} />
                  <span class="field-name">
                    {shown.length > 1 || field.as === "number" ? field.name : ""}
                    {caption(field) !== "" && <b>{shown.length > 1 ? ` ${caption(field)}` : caption(field)}</b>}
                    {many && shown.length === 1 && field.as !== "stones" ? `@${part + 1}` : ""}
                  </span>
                </div>
              ))}
            </div>
          );
        })}
        {picture.parts.length === 0 && <span class="nothing">∅</span>}
        {picture.parts.length > parts.length && <span class="hush">+ {picture.parts.length - parts.length} …</span>}
      </div>
    </div>
  );
}
