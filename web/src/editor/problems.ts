// Mistakes under the line they are in, as soon as they are known: the place is underlined, the sentence and what to write
// instead stand below it. Text from rules is only ever put in as text.
import { StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";

export interface Found {
  readonly from: number;
  readonly to: number;
  readonly error: boolean;
  readonly message: string;
  readonly help: string | null;
}

const setFound = StateEffect.define<readonly Found[]>();

class Note extends WidgetType {
  constructor(readonly found: Found) {
    super();
  }

  override eq(other: Note): boolean {
    return other.found.message === this.found.message && other.found.help === this.found.help && other.found.error === this.found.error;
  }

  toDOM(): HTMLElement {
    const note = document.createElement("div");
    note.className = this.found.error ? "cm-note cm-note-error" : "cm-note cm-note-warning";
    const message = document.createElement("div");
    message.textContent = this.found.message;
    note.append(message);
    if (this.found.help !== null) {
      const help = document.createElement("div");
      help.className = "cm-note-help";
      help.textContent = this.found.help;
      note.append(help);
    }
    return note;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function decorate(state: EditorState, found: readonly Found[]): DecorationSet {
  const length = state.doc.length;
  const ranges = found.flatMap((f) => {
    const from = Math.min(f.from, length);
    const to = Math.min(Math.max(f.to, from), length);
    const line = state.doc.lineAt(from);
    const note = Decoration.widget({ widget: new Note(f), block: true, side: 1 }).range(line.to);
    if (to === from) return [note];
    return [Decoration.mark({ class: f.error ? "cm-wrong" : "cm-doubt" }).range(from, to), note];
  });
  return Decoration.set(ranges, true);
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(held, transaction) {
    let next = held.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setFound)) next = decorate(transaction.state, effect.value);
    }
    return next;
  },
  provide: (f) => EditorView.decorations.from(f),
});

export const problems: Extension = field;

export function showProblems(view: EditorView, found: readonly Found[]): void {
  view.dispatch({ effects: setFound.of(found) });
}
