// How the front end is built, served while developing, and unit-tested.
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { audienceChunks } from "./scripts/audienceChunks.ts";

const gateway = process.env.GATEWAY_URL ?? "http://127.0.0.1:8000";

const emptyConfig = 'id="tapis-config">{}<';

/** Fills the page's configuration while developing; later the gateway does it, or `make web` for a host elsewhere. */
function pageConfiguration(): Plugin {
  return {
    name: "tapis-page-configuration",
    apply: "serve",
    async transformIndexHtml(html) {
      const config = await configOfGateway();
      return config ? html.replace(emptyConfig, () => `id="tapis-config">${config}<`) : html;
    },
  };
}

/** While developing, calls go through this server's proxy: an empty address keeps them same-origin. */
async function configOfGateway(): Promise<string | undefined> {
  const page = await fetch(gateway).then((answer) => answer.text());
  const config = /id="tapis-config">(.*?)<\/script>/.exec(page)?.[1];
  return config && inElement({ ...JSON.parse(config), url: "" });
}

/** JSON that cannot close the element it stands in. */
function inElement(config: object): string {
  return JSON.stringify(config).replaceAll("<", "\\u003c");
}

// React creates errors while it loads, to throw them later as signals. To note their stacks, which nobody reads, V8 parses
// all of React a second time: three quarters of what loading React takes. Without a limit, it notes none.
const withoutStacks = (code: string) =>
  `const limit = Error.stackTraceLimit; Error.stackTraceLimit = undefined;\n${code}\nError.stackTraceLimit = limit;`;

/** Loads React without stacks of errors. */
function reactWithoutStacks(): Plugin {
  return {
    name: "tapis-react-without-stacks",
    apply: "build",
    transform: { filter: { id: /react-dom-client\.production\.js/ }, handler: withoutStacks },
  };
}

/** Every page needs the shop's chunk, though the start imports it late: the browser may fetch it at once. */
function shopAtOnce(): Plugin {
  return {
    name: "tapis-shop-at-once",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        const chunkNamed = (name: string) => Object.values(bundle).find((output) => output.name === name);
        const shop = chunkNamed("shop");
        if (shop?.type !== "chunk") throw new Error("The build made no chunk named shop");
        return [...shop.imports, shop.fileName]
          .filter((file) => !html.includes(file))
          .map((file) => ({ rel: "modulepreload", crossorigin: true, href: `/${file}` }))
          .map((attrs) => ({ tag: "link", attrs, injectTo: "head" }));
      },
    },
  };
}

/** The typefaces come with the page: behind its first picture, before its lower ones. */
function typefacesAtOnce(): Plugin {
  return {
    name: "tapis-typefaces-at-once",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith(".woff2"))
          .map((file) => ({ rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${file}` }))
          .map((attrs) => ({ tag: "link", attrs: { ...attrs, fetchpriority: "low" }, injectTo: "head" })),
    },
  };
}

/** What each page has loaded before it loads anything later: it need not be named there again. */
function withoutWhatIsThere(_file: string, files: string[], { hostType }: { hostType: "html" | "js" }): string[] {
  return hostType === "html"
    ? files
    : files.filter((file) => !/\/(start|shop|react|rolldown-runtime)-[^/]*$/.test(file));
}

export default defineConfig({
  plugins: [react(), tailwindcss(), pageConfiguration(), reactWithoutStacks(), shopAtOnce(), typefacesAtOnce()],
  resolve: { tsconfigPaths: true },
  build: {
    target: "es2023",
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: withoutWhatIsThere },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Hashes don't compress, and each file names many others: 42 bits tell the versions of one file apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
        // Four files for every visitor: what decides on the language; what changes with its versions only and stays
        // in the browser's cache; the shop with all it needs; and what several public pages show, compressed in one go.
        codeSplitting: {
          groups: [
            { name: "start", test: /src\/(app\/main|messages\/catalogues)\.ts$/, priority: 9 },
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 8 },
            { name: "shop", test: /src\/app\/mountApp\.tsx$/, priority: 7 },
            // What the pages of events, and the start page of a shop that has some, say.
            {
              name: "events",
              test: /src\/(entities\/castingEvent|lib\/spokenDates|messages\/events)\.ts$/,
              priority: 8,
            },
            {
              name: "catalogue",
              test: /src\/(data\/(queries|savedProducts)|entities\/useSharePage|entities\/ProductCard|ui\/(LazyPictureViewer|MultilineText|PageTitle))\.tsx?$/,
              priority: 6,
            },
            ...audienceChunks,
          ],
        },
      },
    },
  },
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "assets/[name]-[hash].js" } } },
  server: {
    proxy: Object.fromEntries(["/auth/v1", "/events/v1", "/rest/v1", "/storage/v1"].map((path) => [path, gateway])),
  },
  // Unit tests are of pure functions: none leaves anything behind for the next file.
  test: { include: ["{src,scripts}/**/*.test.ts", "src/**/*.test.tsx"], isolate: false },
});
