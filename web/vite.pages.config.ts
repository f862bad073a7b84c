// How the script is built with which the server renders pages: one file, for an engine that is neither browser nor Node.
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// What the browser loads late although the server renders it, too (src/lib/lazyWithPreload.tsx, src/messages/lazyCatalogue.ts).
const RENDERED =
  /^@\/features\/(home|about|gallery|products|events|texts|account\/Sign(In|Up)Page)|\/(NothingYet|NoProductsFound)$|^\.\/(account|shopping)\.(en|id)$/;

/** What else comes later in the browser never comes on the server: no server-rendered page waits for it. */
function withoutLateChunks(): Plugin {
  return {
    name: "tapis-without-late-chunks",
    resolveDynamicImport: (source) => (RENDERED.test(String(source)) ? null : { id: String(source), external: true }),
  };
}

export default defineConfig({
  plugins: [react(), withoutLateChunks()],
  resolve: {
    tsconfigPaths: true,
    // The build that renders in one call; the one for streams needs APIs of a browser.
    alias: {
      "react-dom/server": join(
        import.meta.dirname,
        "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
      ),
    },
  },
  define: { "process.env.NODE_ENV": '"production"' },
  publicDir: false,
  ssr: { noExternal: true, target: "webworker" },
  build: {
    ssr: "src/app/server/render.tsx",
    outDir: "dist-server",
    target: "es2023",
    minify: true,
    rolldownOptions: { output: { format: "iife", entryFileNames: "pages.js" } },
  },
});
