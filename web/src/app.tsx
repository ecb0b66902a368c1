// The frame around every screen: where one is, where one can go, language, light, teacher mode, the link.
import { lazy, Suspense } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";
import { HOME, format, type Screen } from "./state/link";
import { usePlace } from "./state/place";
import { frameCode, framed, mayEmbed, whole } from "./state/frame";
import { useTaste, type Theme } from "./state/taste";
import { copyText } from "./save/copy";
import { Home } from "./screens/home";

// The first screen comes at once, the others when they are wanted.
const LabScreen = lazy(() => import("./screens/lab"));
const LessonScreen = lazy(() => import("./screens/lessons"));
const PlayScreen = lazy(() => import("./screens/play"));
const PositionScreen = lazy(() => import("./screens/position"));
const Workshop = lazy(() => import("./screens/workshop"));
const WorksheetScreen = lazy(() => import("./screens/worksheet"));

const NEXT: Readonly<Record<Theme, Theme>> = { auto: "light", light: "dark", dark: "auto" };

function Mark() {
  return (
    <svg class="mark" width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <circle class="mark-top" cx="16" cy="8.5" r="5.5" />
      <circle cx="9" cy="22" r="5.5" />
      <circle cx="23" cy="22" r="5.5" />
    </svg>
  );
}

function Header() {
  const { place, go, adjust } = usePlace();
  const { lang, theme, words, setLang, setTheme } = useTaste();
  const [copied, setCopied] = useState<string | null>(null);
  const tabs: [Screen, string][] = [["position", words.position], ["play", words.play], ["table", words.tableAndRules], ["lab", words.lab], ["worksheet", words.worksheet]];
  const open = place.terms.length > 0;
  const sum = place.terms.length > 1;
  const themes: Readonly<Record<Theme, string>> = { auto: words.themeAuto, light: words.themeLight, dark: words.themeDark };
  const [embeds, setEmbeds] = useState(false);
  useEffect(() => {
    if (open) void mayEmbed().then(setEmbeds);
  }, [open]);
  const copy = async () => {
    setCopied((await copyText(location.href)) ? words.copied : words.notCopied);
    setTimeout(() => setCopied(null), 2500);
  };
  const [framedNow, setFramed] = useState<string | null>(null);
  const copyFrame = async () => {
    setFramed((await copyText(frameCode(place))) ? words.embedCopied : words.embedNotCopied);
    setTimeout(() => setFramed(null), 2500);
  };
  return (
    <header class="top no-print">
      <a
        class="brand"
        href="#/"
        onClick={(e) => {
          e.preventDefault();
          go({ ...HOME, teacher: place.teacher });
        }}
      >
        <Mark />
        <span>Bouton</span>
      </a>
      {open && (
        <nav aria-label={words.screens}>
          <ul class="plain tabs">
            {tabs
              .filter(([screen]) => !sum || screen === "position" || screen === "play")
              .map(([screen, name]) => (
                <li key={screen}>
                  <a
                    href={format({ ...place, screen })}
                    aria-current={place.screen === screen ? "page" : undefined}
                    onClick={(e) => {
                      if (e.ctrlKey || e.metaKey || e.shiftKey) return;
                      e.preventDefault();
                      go({ screen });
                    }}
                  >
                    {name}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      )}
      <div class="tastes">
        <a
          class="button quiet"
          href="#/lesson"
          aria-current={place.screen === "lesson" ? "page" : undefined}
          onClick={(e) => {
            if (e.ctrlKey || e.metaKey || e.shiftKey) return;
            e.preventDefault();
            go({ ...HOME, teacher: place.teacher, screen: "lesson" });
          }}
        >
          {words.lessons}
        </a>
        {open && (
          <button type="button" class="quiet" onClick={() => void copy()}>
            {copied ?? words.copyLink}
          </button>
        )}
        {open && embeds && (
          <button type="button" class="quiet wide-only" onClick={() => void copyFrame()}>
            {framedNow ?? words.embed}
          </button>
        )}
        <span class="out-of-sight" role="status">{copied ?? framedNow ?? ""}</span>
        <button type="button" class="quiet toggle" aria-pressed={place.teacher} onClick={() => adjust({ teacher: !place.teacher })}>{words.teacher}</button>
        <button type="button" class="quiet" aria-label={`${words.theme}: ${themes[theme]}`} title={`${words.theme}: ${themes[theme]}`} onClick={() => setTheme(NEXT[theme])}>
          <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
            <circle class="theme-ring" cx="9" cy="9" r="7" />
            <path class="theme-half" d={theme === "light" ? "M9 5.5 A3.5 3.5 0 1 1 8.99 5.5 Z" : theme === "dark" ? "M9 2 A7 7 0 1 1 8.99 2 Z" : "M9 2 A7 7 0 0 1 9 16 Z"} />
          </svg>
        </button>
        <button type="button" class="quiet" lang={lang === "en" ? "zh-Hans" : "en"} onClick={() => setLang(lang === "en" ? "zh" : "en")}>{lang === "en" ? "中文" : "English"}</button>
      </div>
    </header>
  );
}

export function App() {
  const { place } = usePlace();
  const { words } = useTaste();
  const main = useRef<HTMLElement>(null);
  const screen = place.screen;
  useEffect(() => {
    document.title = screen === "home" ? "Bouton" : screen === "lesson" ? `${words.lessons} · Bouton` : `${place.terms.map((t) => t.game ?? words.ownRules).join(" + ")} · Bouton`;
  }, [screen, place.terms, words]);
  // Whoever hears the page is taken to the new screen's beginning.
  const before = useRef(screen);
  useEffect(() => {
    if (before.current !== screen) main.current?.focus({ preventScroll: true });
    before.current = screen;
  }, [screen]);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(e) => {
          e.preventDefault();
          main.current?.focus();
        }}
      >
        {words.skip}
      </a>
      {!framed && <Header />}
      <main ref={main} tabIndex={-1} class={`screen ${screen}-screen`}>
        {screen === "home" && <Home />}
        <Suspense fallback={<p class="hush">{words.working}</p>}>
          {screen === "table" && <Workshop />}
          {screen === "position" && <PositionScreen />}
          {screen === "play" && <PlayScreen />}
          {screen === "lab" && <LabScreen />}
          {screen === "lesson" && <LessonScreen />}
          {screen === "worksheet" && <WorksheetScreen />}
        </Suspense>
      </main>
      <footer class={framed ? "no-print framed" : "no-print"}>
        {framed ? (
          <p class="hush">
            <a href={whole(place)} target="_blank" rel="noopener">{words.openWhole}</a>
          </p>
        ) : (
        <p class="hush">
          {words.footer} <a href="./licences.txt">{words.licences}</a>
        </p>
        )}
      </footer>
    </>
  );
}
