// The service worker: what came from the server goes on coming from there; when it does not answer, what it sent before is shown again. The
// build writes the list of files and a version into it.
const FILES = ["./","./icon.svg","./assets/ask.js","./assets/banner.js","./assets/editor.js","./assets/game.js","./assets/index.css","./assets/index.js","./assets/lab.js","./assets/lessons.js","./assets/moves.js","./assets/panel.js","./assets/params.js","./assets/play.js","./assets/position-box.js","./assets/position.js","./assets/segments.js","./assets/source-serif-4-latin-wght-normal.woff2","./assets/stage.js","./assets/worksheet.js","./assets/workshop.js"];
const SHELL = "bouton-f334fb33e6b11726";
// Answers to another version may have another form.
const ANSWERS = "bouton-answers-f334fb33e6b11726";
/** Answers that are kept, and letters of one of them. */
const MOST = 400;
const LONGEST = 600_000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL && name !== ANSWERS).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The name under which the answer to a question is kept: where it was asked, and its body. */
async function nameOf(request) {
  if (request.method === "GET") return request.url;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(await request.text()));
  const hash = Array.from(new Uint8Array(bytes), (b) => b.toString(16).padStart(2, "0")).join("");
  const mark = request.url.includes("?") ? "&" : "?";
  return `${request.url}${mark}body=${hash}`;
}

async function keep(name, text, type) {
  const events = type.startsWith("text/event-stream");
  // Of a stream only the answer is worth keeping.
  const answer = events ? text.slice(Math.max(0, text.lastIndexOf("event: answer"))) : text;
  if (events && !answer.startsWith("event: answer")) return;
  const cache = await caches.open(ANSWERS);
  await cache.delete(name);
  await cache.put(name, new Response(answer, { headers: { "Content-Type": type } }));
  const names = await cache.keys();
  for (const old of names.slice(0, Math.max(0, names.length - MOST))) await cache.delete(old);
}

/** The same answer, kept when it has come to its end. Whoever stops listening stops the server: nothing goes on reading behind the page's back. */
function passed(response, kept) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const body = new ReadableStream({
    async pull(control) {
      const { done, value } = await reader.read();
      if (done) {
        control.close();
        if (text !== null) kept(text);
        return;
      }
      if (text !== null) text += decoder.decode(value, { stream: true });
      if (text !== null && text.length > LONGEST) text = null;
      control.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
}

async function answered(event) {
  const again = event.request.clone();
  try {
    const response = await fetch(event.request);
    if (!response.ok || response.body === null) return response;
    const type = response.headers.get("Content-Type") ?? "application/json";
    return passed(response, (text) => void nameOf(again).then((name) => keep(name, text, type)).catch(() => undefined));
  } catch (error) {
    if (event.request.signal?.aborted) throw error;
    const known = await (await caches.open(ANSWERS)).match(await nameOf(again));
    if (known) return known;
    throw error;
  }
}

async function file(event) {
  try {
    return await fetch(event.request);
  } catch (error) {
    const path = new URL(event.request.url).pathname;
    const cache = await caches.open(SHELL);
    const known = await cache.match(event.request.mode === "navigate" && !path.endsWith(".txt") ? "./" : event.request, { ignoreSearch: true });
    if (known) return known;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin || url.pathname.endsWith("/embed")) return;
  if (/\/api\/(?:health|edit|openapi)/.test(url.pathname)) return;
  event.respondWith(url.pathname.includes("/api/") ? answered(event) : file(event));
});
