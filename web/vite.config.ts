// The page is built into the crate that serves it. Names are fixed, so that a rebuild of the same sources gives the same
// files under the same names and `./check` can compare them byte by byte.
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
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
