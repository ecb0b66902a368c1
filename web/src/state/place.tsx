// Where we are: the place that the address names, shared with every component, and the ways to go elsewhere.
import { createContext, type ComponentChildren } from "preact";
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { format, parse, type Place, type Term } from "./link";

interface Where {
  readonly place: Place;
  /** Goes to a changed place and remembers the way back. */
  readonly go: (change: Partial<Place>) => void;
  /** Changes the place without a step in the history: sliders, typing. */
  readonly adjust: (change: Partial<Place>) => void;
  /** Changes the only (or first) term. */
  readonly adjustTerm: (change: Partial<Term>) => void;
}

const Context = createContext<Where | null>(null);

export function PlaceProvider({ children }: { children: ComponentChildren }) {
  const [place, set] = useState<Place>(() => parse(location.hash));
  // Whoever comes back finds the screen where it was left.
  const scroll = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (scroll.current !== null) scrollTo(0, scroll.current);
    scroll.current = null;
  }, [place]);
  useEffect(() => {
    const heard = () => {
      const kept = (history.state as { scroll?: unknown } | null)?.scroll;
      scroll.current = typeof kept === "number" ? kept : null;
      set(parse(location.hash));
    };
    addEventListener("hashchange", heard);
    addEventListener("popstate", heard);
    return () => {
      removeEventListener("hashchange", heard);
      removeEventListener("popstate", heard);
    };
  }, []);
  const move = useCallback((change: Partial<Place>, push: boolean) => {
    const next = { ...parse(location.hash), ...change };
    const hash = format(next);
    if (hash !== location.hash) {
      if (push) {
        history.replaceState({ scroll: scrollY }, "");
        history.pushState(null, "", hash);
      } else history.replaceState(null, "", hash);
    }
    set(next);
    if (push && change.screen !== undefined) scrollTo(0, 0);
  }, []);
  const where = useMemo<Where>(
    () => ({
      place,
      go: (change) => move(change, true),
      adjust: (change) => move(change, false),
      adjustTerm: (change) => {
        const terms = parse(location.hash).terms;
        const [head, ...rest] = terms;
        if (head) move({ terms: [{ ...head, ...change }, ...rest] }, false);
      },
    }),
    [place, move],
  );
  return <Context.Provider value={where}>{children}</Context.Provider>;
}

export function usePlace(): Where {
  const where = useContext(Context);
  if (where === null) throw new Error("usePlace outside PlaceProvider");
  return where;
}
