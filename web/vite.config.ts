// How the front end is built, served while developing, and unit-tested.
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const gateway = process.env.TAPIS_URL ?? "http://127.0.0.1:8000";

/** Fills the page's configuration where no gateway does it: while developing, and for a front end hosted elsewhere. */
function pageConfiguration(): Plugin {
  return {
    name: "tapis-page-configuration",
    transformIndexHtml(html, { server }) {
      if (!server && !process.env.TAPIS_ANON_KEY) return html;
      const config = {
        // While developing the calls go through this server's proxy, so they stay same-origin.
        url: server ? "" : gateway,
        anonKey: process.env.TAPIS_ANON_KEY ?? "",
        ...(process.env.TAPIS_BRAND ? { brand: JSON.parse(process.env.TAPIS_BRAND) } : {}),
      };
      const json = JSON.stringify(config).replaceAll("<", "\\u003c");
      return html.replace('id="tapis-config">{}', () => `id="tapis-config">${json}`);
    },
  };
}

/** Lets the build drop the router's parts that the shop does not use: their debugging names keep them in (4 KB). */
function routerWithoutDebuggingNames(): Plugin {
  return {
    name: "tapis-router-without-debugging-names",
    apply: "build",
    transform: {
      filter: { id: /react-router\/dist\/production\// },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = "[^"]*";$/gm, "")
          .replace(/= (React\$?\d*\.(?:forwardRef|createContext)\()/g, "= /* @__PURE__ */ $1"),
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), pageConfiguration(), routerWithoutDebuggingNames()],
  resolve: { tsconfigPaths: true },
  build: {
    target: "es2023",
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Two files for every visitor: one changes with its versions only and stays in the browser's cache,
        // the other is the shop with all it needs, compressed in one go.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 2 },
            { name: "shop", test: /src\/app\/App\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(["/auth/v1", "/rest/v1", "/storage/v1"].map((path) => [path, gateway])),
  },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"] },
});
