// The rules editor: CodeMirror with the rules language, mistakes under their lines and completion.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { bracketMatching } from "@codemirror/language";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { minimalSetup } from "codemirror";
import { useEffect, useRef } from "preact/hooks";
import type { Language, RulesAnswer } from "../api/types";
import { completions } from "./complete";
import { look } from "./look";
import { problems, showProblems, type Found } from "./problems";
import { rulesLanguage } from "./rules-language";

/** Marks text that comes from outside, which nobody typed. */
const handedIn = Annotation.define<boolean>();

export interface EditorProps {
  readonly text: string;
  readonly label: string;
  readonly language: Language;
  readonly found: readonly Found[];
  readonly names: RulesAnswer["names"];
  readonly change: (text: string) => void;
}

export default function Editor({ text, label, language, found, names, change }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const held = useRef({ names, change });
  held.current = { names, change };
  // Texts that were typed here and will come back as `text`; fast typing is ahead of its own echo.
  const echoes = useRef<string[]>([]);
  const named = useRef(new Compartment());
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          minimalSetup,
          lineNumbers(),
          drawSelection(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          bracketMatching(),
          EditorView.lineWrapping,
          rulesLanguage(language),
          autocompletion({ override: [completions(language, () => held.current.names)], icons: false, selectOnOpen: false }),
          keymap.of(completionKeymap),
          problems,
          look,
          named.current.of(EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" })),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((t) => t.annotation(handedIn))) return;
            const typed = update.state.doc.toString();
            echoes.current.push(typed);
            held.current.change(typed);
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
    // The editor is made once for a language; text and problems are handed in below.
  }, [language]);
  useEffect(() => {
    const here = view.current;
    const echo = echoes.current.lastIndexOf(text);
    if (echo >= 0) {
      echoes.current.splice(0, echo + 1);
    } else if (here && here.state.doc.toString() !== text) {
      here.dispatch({ changes: { from: 0, to: here.state.doc.length, insert: text }, annotations: handedIn.of(true) });
    }
  }, [text]);
  useEffect(() => {
    if (view.current) showProblems(view.current, found);
  }, [found]);
  useEffect(() => {
    view.current?.dispatch({
      effects: named.current.reconfigure(EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" })),
    });
  }, [label]);
  return <div class="editor" ref={host} />;
}
