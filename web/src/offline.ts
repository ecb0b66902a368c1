// After the first visit the page opens without a network: a service worker (sw.js) keeps its files and the answers that were given.
// Where the server is on this machine that changes nothing; where it is not, what was seen can be seen again.
import { framed } from "./state/frame";

export function keepForLater(): void {
  // A frame of another site keeps nothing, and a page that does not come over a safe connection cannot.
  if (framed || import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const start = () => void navigator.serviceWorker.register("./sw.js").catch(() => undefined);
  // The first screen comes first.
  if (document.readyState === "complete") setTimeout(start, 1500);
  else addEventListener("load", () => setTimeout(start, 1500), { once: true });
}
