// What every test of the page needs: the real server, a real browser, and a page on which nothing may go wrong in silence.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const program = process.env.BOUTON;
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
// The container's root needs no sandbox; everything else keeps the browser from asking for a network.
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

let server;
let browser;
let base;

before(async () => {
  if (!program) throw new Error("BOUTON must name the program to test");
  server = spawn(program, ["serve", "--port", "0", "--lessons", join(import.meta.dirname, "lessons")], { stdio: ["ignore", "pipe", "inherit"] });
  base = await address(server);
  browser = await chromium.launch({ executablePath: browserPath, headless: true, args: FLAGS });
});

after(async () => {
  await browser?.close();
  if (server && server.exitCode === null && server.signalCode === null) {
    server.kill("SIGINT");
    await once(server, "exit");
  }
});

/** Another server, with these flags. */
export async function serve(flags) {
  const child = spawn(program, ["serve", "--port", "0", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const at = await address(child);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGINT");
    await once(child, "exit");
  };
  return { base: at, stop };
}

/** The address that the server prints when it is ready. What it prints later is read and dropped. */
function address(child) {
  return new Promise((done, fail) => {
    let text = "";
    child.stdout.on("data", (piece) => {
      text += piece;
      const found = text.match(/http:\/\/[^\s/]+/);
      if (found) done(found[0]);
    });
    child.once("exit", () => fail(new Error(`the server ended without saying where it is: ${text}`)));
    child.once("error", fail);
  });
}

/** Asks the server itself, past the page; a question without a body is a GET. */
export async function ask(path, body) {
  const asked = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(base + path, asked);
  if (!response.ok) throw new Error(`${path} ${JSON.stringify(body)}: ${await response.text()}`);
  return response.json();
}

/**
 * Opens the page at a fragment, as a visitor who was never here before. `complaints` gathers what the browser objects to. `base` is
 * another server or site; without `strict` nothing is said against other addresses.
 */
export async function open(fragment = "#/", { base: at = base, strict = true } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US", acceptDownloads: true });
  // Only a page that hangs is given up: a busy machine is no fault of it.
  context.setDefaultTimeout(Number(process.env.PATIENCE ?? 600_000));
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A refused question is an answer to the page (422), though the browser logs it.
    if (message.type() === "error" && !message.text().includes("422")) complaints.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (strict && !url.startsWith(at) && !url.startsWith("blob:") && !url.startsWith("data:")) complaints.push(`asked for ${url}`);
  });
  await page.goto(fragment === "about:blank" ? fragment : `${at}/${fragment}`);
  return { page, complaints, base: at };
}

// The screen of a position with all that it asked for on it. What arrives while a button is pressed moves it from under the mouse, and the
// click is lost: who presses one at once opens the screen so.
export async function openAtRest(fragment) {
  const opened = await open(fragment);
  await opened.page.locator(".banner[data-outcome]").waitFor();
  await opened.page.waitForLoadState("networkidle");
  return opened;
}
