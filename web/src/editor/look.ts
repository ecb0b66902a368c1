// The editor's look. It lives in a shadow root, whose style sheets are objects and not elements: the page's security
// policy forbids styles from anywhere but its own files.
import { EditorView } from "@codemirror/view";

export const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--sheet)", fontSize: "0.9375rem", borderRadius: "10px", border: "1px solid var(--line-2)", height: "100%" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.65", overflow: "auto", minHeight: "16rem", maxHeight: "62vh" },
  ".cm-content": { padding: "0.75rem 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 0.9rem 0 0.5rem" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-3)", border: "0", paddingLeft: "0.4rem" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent-soft) 45%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--accent-soft)" },
  ".cm-wrong": { textDecoration: "underline wavy var(--wrong) 1.5px", textUnderlineOffset: "3px" },
  ".cm-doubt": { textDecoration: "underline wavy var(--lose) 1.2px", textUnderlineOffset: "3px" },
  ".cm-note": {
    margin: "2px 0.9rem 6px 0.5rem",
    padding: "6px 10px",
    borderLeft: "3px solid var(--wrong)",
    borderRadius: "0 6px 6px 0",
    background: "var(--wrong-soft)",
    fontFamily: "var(--sans)",
    fontSize: "0.8125rem",
    lineHeight: "1.45",
    whiteSpace: "pre-wrap",
    color: "var(--ink)",
  },
  ".cm-note-warning": { borderLeftColor: "var(--lose)", background: "var(--lose-soft)" },
  ".cm-note-help": { color: "var(--ink-2)", marginTop: "2px" },
  ".cm-tooltip": { background: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--line-2)", borderRadius: "8px", overflow: "hidden", boxShadow: "var(--shadow)" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "0.875rem" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "3px 10px !important" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent) !important", color: "var(--accent-ink) !important" },
  ".cm-completionDetail": { color: "var(--ink-3)", fontStyle: "normal", marginLeft: "0.8em" },
  ".cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail": { color: "inherit" },
});
