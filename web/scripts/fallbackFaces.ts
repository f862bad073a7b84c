// Prints the faces that stand for the two typefaces until they are there: what a device has, stretched to their measures.
//
//   node scripts/fallbackFaces.ts FOLDER > src/ui/styles/fallbacks.css
//
// FOLDER holds one file per key of `devices`, such as roboto.woff2; where a face may not be copied, one with its measures
// (Gelasio for Georgia, Arimo for Arial, Tinos for Times New Roman).
import { globSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { chromium, type Page } from "@playwright/test";

const typefaces = {
  Cormorant: { file: "cormorant/files/cormorant-latin-wght-normal.woff2", weight: 500 },
  "Source Sans 3": { file: "source-sans-3/files/source-sans-3-latin-wght-normal.woff2", weight: 400 },
};
const devices = {
  times: { stretchedTo: "Cormorant", names: ["Times New Roman", "TimesNewRomanPSMT", "Liberation Serif", "Tinos"] },
  georgia: { stretchedTo: "Cormorant", names: ["Georgia", "Gelasio"] },
  "noto-serif": { stretchedTo: "Cormorant", names: ["Noto Serif", "Noto Serif Regular", "NotoSerif"] },
  "dejavu-serif": { stretchedTo: "Cormorant", names: ["DejaVu Serif", "DejaVuSerif"] },
  arial: { stretchedTo: "Source Sans 3", names: ["Arial", "ArialMT", "Liberation Sans", "Arimo"] },
  roboto: { stretchedTo: "Source Sans 3", names: ["Roboto", "Roboto Regular", "Roboto-Regular"] },
  "dejavu-sans": { stretchedTo: "Source Sans 3", names: ["DejaVu Sans", "DejaVuSans"] },
} as const;

// Letters about as often as in the texts of a shop, in both of its languages.
const SAMPLE =
  "Every thread of gold is laid by hand on cotton of our own looms, and a cloth takes a season. " +
  "Setiap helai benang emas ditenun dengan tangan di atas kain katun, dan satu kain memakan waktu satu musim. ";
const SIZE = 1000;

type Measures = { width: number; ascent: number; descent: number };

const [folder = "."] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell" });
const page = await browser.newPage();
const wanted: Record<string, Measures> = {};
for (const [name, { file, weight }] of Object.entries(typefaces)) {
  const path = join(import.meta.dirname, "../node_modules/@fontsource-variable", file);
  wanted[name] = await measured(page, path, weight);
}
const faces: string[] = [];
for (const [key, { stretchedTo, names }] of Object.entries(devices)) {
  const [path] = globSync(join(folder, `${key}.*`));
  const aim = wanted[stretchedTo];
  if (path && aim) faces.push(face(`${stretchedTo} on ${names[0]}`, names, aim, await measured(page, path, 400)));
}
await browser.close();
console.log(`/* Printed by scripts/fallbackFaces.ts. */\n\n${faces.join("\n\n")}`);

async function measured(page: Page, path: string, weight: number): Promise<Measures> {
  const file = { name: basename(path, extname(path)), data: readFileSync(path).toString("base64"), weight };
  return page.evaluate(
    async ({ file, sample, size }) => {
      const face = new FontFace(file.name, `url(data:font/any;base64,${file.data})`, { weight: "100 900" });
      document.fonts.add(await face.load());
      const brush = document.createElement("canvas").getContext("2d");
      if (!brush) throw new Error("The browser draws nothing");
      brush.font = `${file.weight} ${size}px "${file.name}"`;
      const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = brush.measureText(sample);
      return { width, ascent: fontBoundingBoxAscent / size, descent: fontBoundingBoxDescent / size };
    },
    { file, sample: SAMPLE, size: SIZE },
  );
}

function face(family: string, names: readonly string[], aim: Measures, own: Measures): string {
  const stretch = aim.width / own.width;
  const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
  return `@font-face {
  font-family: "${family}";
  src: ${names.map((name) => `local("${name}")`).join(", ")};
  size-adjust: ${percent(stretch)};
  ascent-override: ${percent(aim.ascent / stretch)};
  descent-override: ${percent(aim.descent / stretch)};
  line-gap-override: 0%;
}`;
}
