// What a reader prefers, kept in this browser and not in the link: language, light or dark.
import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { dictionary, type Lang, type Words } from "../i18n/words";

export type Theme = "auto" | "light" | "dark";

interface Taste {
  readonly lang: Lang;
  readonly theme: Theme;
  /** Is the page dark now? Canvases need to know. */
  readonly dark: boolean;
  readonly words: Words;
  readonly setLang: (lang: Lang) => void;
  readonly setTheme: (theme: Theme) => void;
}

const Context = createContext<Taste | null>(null);

// A browser may refuse storage altogether; then preferences last as long as the page.
function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}

function firstLang(): Lang {
  const kept = recall("bouton.lang");
  if (kept === "en" || kept === "zh") return kept;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function firstTheme(): Theme {
  const kept = recall("bouton.theme");
  return kept === "light" || kept === "dark" ? kept : "auto";
}

export function TasteProvider({ children }: { children: ComponentChildren }) {
  const [lang, setLang] = useState<Lang>(firstLang);
  const [theme, setTheme] = useState<Theme>(firstTheme);
  const query = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [system, setSystem] = useState(query.matches);
  useEffect(() => {
    const heard = () => setSystem(query.matches);
    query.addEventListener("change", heard);
    return () => query.removeEventListener("change", heard);
  }, [query]);
  const dark = theme === "dark" || (theme === "auto" && system);
  useEffect(() => {
    document.documentElement.lang = lang === "zh" ? "zh-Hans" : "en";
    keep("bouton.lang", lang);
  }, [lang]);
  useEffect(() => {
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    keep("bouton.theme", theme);
  }, [dark, theme]);
  const taste = useMemo(
    () => ({ lang, theme, dark, words: dictionary(lang), setLang, setTheme }),
    [lang, theme, dark],
  );
  return <Context.Provider value={taste}>{children}</Context.Provider>;
}

export function useTaste(): Taste {
  const taste = useContext(Context);
  if (taste === null) throw new Error("useTaste outside TasteProvider");
  return taste;
}

/** The words of the page in the reader's language. */
export function useWords(): Words {
  return useTaste().words;
}
