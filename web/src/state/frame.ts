// A page of another site may show a game of this one in a frame: /embed?game=nim&at=3+4+5. There the question stands in the address itself, so that
// it can be written by hand; from the first look on the fragment carries everything, as everywhere.
import type { Health } from "../api/types";
import { format, type Place } from "./link";

/** Is this the page inside a frame? */
export const framed = /\/embed\/?$/.test(location.pathname);

/** Puts the question of a frame's address into the fragment, where the page looks for it. */
export function adopt(): void {
  if (!framed || location.hash !== "" || location.search === "") return;
  const asked = new URLSearchParams(location.search);
  const screen = asked.get("screen") ?? "play";
  asked.delete("screen");
  // The page reads terms in their order, so the rest stays as it stands.
  history.replaceState(null, "", `#/${encodeURIComponent(screen)}?${asked.toString()}`);
}

/** The whole page at what a frame shows. */
export const whole = (place: Place): string => `${location.pathname.replace(/embed\/?$/, "")}${format(place)}`;

/** May other sites show games of this server? Asked once. */
let allowed: Promise<boolean> | null = null;
export function mayEmbed(): Promise<boolean> {
  allowed ??= fetch("./api/health")
    .then((response) => response.json())
    .then((health: Health) => health.embed === true)
    .catch(() => false);
  return allowed;
}

/** What to put into a page of another site. */
export function frameCode(place: Place): string {
  const query = format(place).replace(/^#\/\w*\??/, "");
  const address = `${location.origin}${location.pathname.replace(/[^/]*$/, "")}embed?screen=${place.screen}${query === "" ? "" : `&${query}`}`;
  return `<iframe src="${address.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}" width="720" height="640" title="Bouton"></iframe>`;
}
