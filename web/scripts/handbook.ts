// The owner's handbook (docs/handbook) becomes pages without scripts, which the service worker keeps for a time without network.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist } from "./builtChunks.ts";
import { asHtml, inline } from "./handbookText.ts";

const source = join(import.meta.dirname, "../../docs/handbook");
const target = join(dist, "handbook");
/** In reading order; the admin area's screens name them. */
const pages = [
  "start",
  "today",
  "products",
  "orders",
  "payments",
  "statement",
  "sending",
  "shop",
  "auditions",
  "safety",
];
const languages = {
  id: { book: "Buku panduan", other: "English", back: "Kembali ke admin" },
  en: { book: "Handbook", other: "Bahasa Indonesia", back: "Back to the admin area" },
} as const;
type Language = keyof typeof languages;

const files: string[] = ["/handbook/handbook.css"];
mkdirSync(target, { recursive: true });
copyFileSync(join(source, "handbook.css"), join(target, "handbook.css"));
for (const language of Object.keys(languages) as Language[]) {
  mkdirSync(join(target, language), { recursive: true });
  for (const page of pages) {
    writeFileSync(join(target, language, `${page}.html`), pageOf(language, page));
    files.push(`/handbook/${language}/${page}.html`);
  }
  for (const picture of readdirSync(join(source, language)).filter((name) => name.endsWith(".webp"))) {
    copyFileSync(join(source, language, picture), join(target, language, picture));
    files.push(`/handbook/${language}/${picture}`);
  }
}
writeFileSync(join(target, "files.json"), JSON.stringify(files));

function textOf(language: Language, page: string): string {
  return readFileSync(join(source, language, `${page}.md`), "utf8");
}

function pageOf(language: Language, page: string): string {
  const { book, other, back } = languages[language];
  const text = textOf(language, page);
  const contents = pages.map((one) => {
    const title = inline(titleOf(textOf(language, one)));
    return `<li>${one === page ? `<strong>${title}</strong>` : `<a href="${one}.html">${title}</a>`}</li>`;
  });
  const otherLanguage = language === "id" ? "en" : "id";
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${inline(titleOf(text))} – ${book}</title>
<link rel="stylesheet" href="/handbook/handbook.css">
<header><a href="/admin/dashboard">${back}</a> <a href="../${otherLanguage}/${page}.html" lang="${otherLanguage}">${other}</a></header>
<main>${asHtml(text)}</main>
<nav aria-label="${book}"><h2>${book}</h2><ol>${contents.join("")}</ol></nav>
</html>
`;
}

function titleOf(text: string): string {
  return /^# (.+)/.exec(text)?.[1] ?? "";
}
