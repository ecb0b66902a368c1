// Away from here: in a frame of another site, without a network, over a slow line, and on paper.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open, serve } from "./support.mjs";

/** A site of its own that shows a page in a frame. */
async function site(frame) {
  const server = createServer((_, response) => response.end(`<!doctype html><title>School</title><iframe src="${frame()}" width="700" height="600"></iframe>`));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

test("a site that is allowed shows a game in a frame, without what stands around it; another may not", async () => {
  let frame = "";
  const school = await site(() => frame);
  const other = await site(() => frame);
  const server = await serve(["--embed", school.address]);
  frame = `${server.base}/embed?game=nim&amp;at=1+2+3`;
  try {
    const { page } = await open("#/", { base: school.address, strict: false });
    const inside = page.frameLocator("iframe");
    await inside.locator(".stone").first().waitFor();
    assert.equal(await inside.locator(".stone").count(), 6);
    assert.equal(await inside.locator("header.top").count(), 0);
    assert.match(await inside.getByRole("link", { name: "Open in Bouton" }).getAttribute("href"), /^\/#\/play\?game=nim&at=1\+2\+3$/);
    await page.close();
    const refused = await open("#/", { base: other.address, strict: false });
    await refused.page.waitForTimeout(1500);
    assert.equal(await refused.page.frameLocator("iframe").locator(".stone").count(), 0);
    await refused.page.close();
    // The code to put into a page is offered, and names what is shown.
    const own = await open("#/play?game=nim&at=1+2+3", { base: server.base });
    await own.page.evaluate(() => {
      window.copied = "";
      Object.defineProperty(navigator, "clipboard", { value: { writeText: (text) => ((window.copied = text), Promise.resolve()) } });
    });
    await own.page.getByRole("button", { name: "Embed" }).click();
    await own.page.getByRole("button", { name: "Code copied" }).waitFor();
    assert.equal(await own.page.evaluate(() => window.copied), `<iframe src="${server.base}/embed?screen=play&amp;game=nim&amp;at=1+2+3" width="720" height="640" title="Bouton"></iframe>`);
    await own.page.close();
    const plain = await open("#/play?game=nim&at=1+2+3");
    await plain.page.locator(".stone").first().waitFor();
    assert.equal(await plain.page.getByRole("button", { name: "Embed" }).count(), 0);
    assert.equal((await plain.page.goto(`${plain.base}/embed?game=nim`)).status(), 404);
    await plain.page.close();
  } finally {
    await server.stop();
    school.close();
    other.close();
  }
});

test("after the first visit the page opens without a server, with what was asked before", async () => {
  const server = await serve([]);
  const { page } = await open("#/position?game=nim&at=3+4+5", { base: server.base, strict: false });
  await page.locator('.banner[data-outcome="win"]').waitFor();
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active != null);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await page.locator('.banner[data-outcome="win"]').waitFor();
  // The answer is kept when it has come to its end.
  for (const path of ["/api/solve", "/api/moves"]) {
    await page.waitForFunction(async (path) => {
      const name = (await caches.keys()).find((n) => n.startsWith("bouton-answers"));
      return name !== undefined && (await (await caches.open(name)).keys()).some((r) => r.url.includes(path));
    }, path);
  }
  await server.stop();
  await page.reload();
  await page.locator('.banner[data-outcome="win"]').waitFor();
  assert.equal(await page.locator(".stone").count(), 12);
  // What was never asked is not known, and that is said.
  await page.evaluate(() => {
    location.hash = "#/position?game=nim&at=3+4+6";
  });
  await page.getByRole("alert").getByText("The server does not answer").first().waitFor();
  await page.close();
});

test("the first screen comes with less than 150 KB", async () => {
  const { page, base } = await open("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  const asked = [];
  session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  session.on("Network.responseReceived", (event) => asked.push(event.response.url.replace(base, "")));
  await page.goto(`${base}/`);
  await page.locator(".card").first().waitFor();
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
  assert.equal(painted, 1);
  assert.ok(bytes > 20_000, `${bytes} bytes`);
  assert.ok(bytes < 150_000, `${bytes} bytes: ${asked.join(" ")}`);
  console.log(`# first screen: ${bytes} bytes`);
  await page.close();
});

test("pictures of tables have title, axes, legend and numbers; those of positions are cut to what is drawn", async () => {
  const { page, complaints } = await open("#/table?game=wythoff&to=9");
  await page.locator("canvas[data-painted='100']").waitFor();
  const save = async (name) => {
    await page.locator(".menu summary").first().click();
    const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(".menu").first().getByRole("button", { name }).click()]);
    return readFile(await saved.path());
  };
  const svg = (await save("SVG")).toString("utf8");
  for (const part of ["<title>", "Grundy values", "lost for the player to move", ">a \\ b<"]) assert.ok(svg.includes(part), part);
  // 100 cells have 100 numbers, and the axes 10 each.
  assert.ok((svg.match(/<text/g) ?? []).length >= 120);
  const png = await save("PNG");
  assert.deepEqual([...png.subarray(1, 4)].map((b) => String.fromCharCode(b)).join(""), "PNG");
  assert.ok(png.readUInt32BE(16) >= 460);
  await page.evaluate(() => {
    location.hash = "#/position?game=nim&at=1+2";
  });
  await page.locator(".stage .stone").nth(2).waitFor();
  await page.waitForFunction(() => !document.querySelector(".stale"));
  const heaps = (await save("SVG")).toString("utf8");
  const [, width] = /width="(\d+)"/.exec(heaps) ?? [];
  assert.ok(Number(width) < 400, `${width} wide`);
  assert.deepEqual(complaints, []);
  await page.close();
});
