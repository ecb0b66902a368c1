// The page is built into the crate that serves it. Names are fixed, so that a rebuild of the same sources gives the same
// files under the same names and `./check` can compare them byte by byte.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** The service worker knows the files of the page, and by what is in them whether they are new. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name !== "index.html").sort();
      const hash = createHash("sha256");
      for (const name of files) {
        const file = bundle[name];
        hash.update(name).update(file?.type === "chunk" ? file.code : (file?.source ?? ""));
      }
      const text = readFileSync("src/sw.js", "utf8");
      const source = text.replace('"FILES"', JSON.stringify(["./", "./icon.svg", ...files.map((name) => `./${name}`)])).replaceAll("VERSION", hash.digest("hex").slice(0, 16));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [serviceWorker()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../crates/web/dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
  // The server compares Host and Origin, so both must be what the browser sent.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8001", changeOrigin: false } } },
});
