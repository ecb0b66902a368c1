// Screenshots of the page, and a game at the terminal as an SVG that plays by itself. Run by `make`.
import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const here = import.meta.dirname;
const { chromium } = createRequire(join(here, "../../web/package.json"))("playwright-core");
const program = process.env.BOUTON;

/** name, fragment, what must be there, size, scheme, language */
const SHOTS = [
  ["page-play", "#/play?game=nim&at=3+4+5&move=take+1+@2&move=take+5+@3&vs=person", ".gone", [1180, 700], "light", "en-US"],
  ["page-table", "#/table?game=wythoff&to=63", "canvas[data-painted]", [1180, 820], "dark", "en-US"],
  ["page-why", "#/position?game=nim&at=3+4+5", ".why", [1180, 900], "light", "en-US"],
  ["page-lesson-zh", "#/lesson?lesson=6-wythoff", ".lesson-game .stone", [900, 760], "light", "zh-CN"],
  ["page-phone", "#/play?game=tictactoe&move=b2&move=a1&vs=person", ".square.last", [390, 720], "dark", "en-US"],
];

const server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const base = await new Promise((done, fail) => {
  let text = "";
  server.stdout.on("data", (piece) => {
    text += piece;
    const found = text.match(/http:\/\/[^\s/]+/);
    if (found) done(found[0]);
  });
  server.once("exit", () => fail(new Error(text)));
});
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [name, fragment, ready, [width, height], colorScheme, locale] of SHOTS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale, reducedMotion: "reduce" });
    await page.goto(`${base}/${fragment}`);
    await page.locator(ready).first().waitFor();
    await page.waitForFunction(() => !document.querySelector(".stale"));
    await page.evaluate(() => document.fonts.ready);
    await page.locator(ready).first().evaluate((element) => element.scrollIntoView({ block: "end" }));
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(here, `${name}.png`) });
    await page.close();
    console.log(`${name}.png`);
  }
} finally {
  await browser.close();
  server.kill("SIGINT");
}

// A game against the program to its end: three hints, then always the move that makes the xor 0.
const typed = ["hint", "hint", "hint"];
const run = () => execFileSync(program, ["play", "nim", "3", "4", "5", "--seed", "1", "--lang", "en", "--color", "never"], { input: `${typed.join("\n")}\n`, encoding: "utf8" });
let played = run();
while (typed.length < 20 && !/You win|You won/i.test(played)) {
  const heaps = [...played.matchAll(/@(\d)\s[o\s]*\((\d+)\)/g)].slice(-3).map((m) => [Number(m[1]), Number(m[2])]);
  const xor = heaps.reduce((x, [, n]) => x ^ n, 0);
  const [part, n] = heaps.find(([, n]) => (n ^ xor) < n) ?? heaps.find(([, n]) => n > 0) ?? [1, 1];
  typed.push(`take ${n - (n ^ xor) || 1} @${part}`);
  played = run();
}
const lines = played.trimEnd().split("\n").filter((line) => !/^you>\s*$/.test(line));
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const [row, top, seconds] = [19, 44, 20];
const step = (seconds - 5) / lines.length;
const shown = lines.map((line, i) => `<text x="18" y="${top + i * row}" class="l" style="animation-delay:${(1 + i * step).toFixed(2)}s">${escape(line)}</text>`);
const height = top + lines.length * row;
writeFileSync(
  join(here, "play.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="${height}" viewBox="0 0 760 ${height}">
<style>.l{font:14px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#ece8df;white-space:pre;opacity:0;animation:show .01s linear forwards}@keyframes show{to{opacity:1}}@media (prefers-reduced-motion:reduce){.l{animation:none;opacity:1}}</style>
<rect width="760" height="${height}" rx="10" fill="#13161b"/>
<text x="18" y="24" style="font:14px ui-monospace,Menlo,Consolas,monospace;fill:#7fc4d8">$ bouton play nim 3 4 5</text>
${shown.join("\n")}
</svg>
`,
);
console.log("play.svg");
