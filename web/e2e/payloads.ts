// Forty texts that want to be code, and a record of every table whose texts hold all of them.
import { randomUUID } from "node:crypto";
import type { StoredImage } from "./shop.ts";

const run = "window.pwned=1";

export const payloads = [
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `<!--<script>${run}</script>-->`,
  `]]><script>${run}</script>`,
  `<script src=//evil.example/x.js></script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<scr<script>ipt>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<img src="x" onerror="${run}">`,
  `"><img src=x onerror=${run}>`,
  `'><img src=x onerror=${run}>`,
  `<img src=//evil.example/pixel>`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x>`,
  `<iframe src=javascript:${run}>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>">`,
  `<object data=//evil.example/x>`,
  `<embed src=//evil.example/x>`,
  `<link rel=stylesheet href=//evil.example/x>`,
  `<style>@import "//evil.example/x"</style>`,
  `<base href=//evil.example/>`,
  `<meta http-equiv=refresh content="0;//evil.example">`,
  `<form action=//evil.example><input name=a>`,
  `<a href=javascript:${run}>x</a>`,
  `<body onload=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<details open ontoggle=${run}>`,
  `<video><source onerror=${run}>`,
  `<math href=javascript:${run}>x</math>`,
  `<template><img src=x onerror=${run}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `";${run};//`,
  `';${run};//`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `\u2028${run}\u2029//\u202e`,
];

const LONGEST_LINE = 200;

/** The payloads, several in each line of at most 200 characters. */
const lines = payloads.reduce<string[]>((made, payload) => {
  const joined = `${made.at(-1)} ${payload}`;
  if (made.length > 0 && joined.length <= LONGEST_LINE) made[made.length - 1] = joined;
  else made.push(payload);
  return made;
}, []);
const all = payloads.join("\n");

/** Table → rows; where a text is one line, there are as many rows as it takes. */
export function records(image: StoredImage, talent: string): Record<string, Record<string, unknown>[]> {
  const each = (row: (line: string) => Record<string, unknown>) => lines.map(row);
  const product = (line: string) => ({ image, heading: line, sub_heading: line, category: line, price: 1 });
  const numbers = { age: 20, body_weight: 50, height: 170 };
  const person = { user_id: talent, comcard_image: image, invoice_image: image };
  return {
    slides: each((line) => ({ title: line, image })),
    about_us_section: [{ image, heading: lines[0], sub_heading: lines[1], description: all }],
    about_us: [{ heading: lines[0], sub_heading: lines[1], description: all }],
    gallery: each((line) => ({ image, heading: line, sub_heading: line, description: all })),
    products: each((line) => ({ ...product(line), description: all })),
    payment_methods: each((line) => ({
      pathname: line,
      payment_account: line,
      account_number: line,
      full_name: line,
      qris_image: image,
    })),
    audition_registrations: each((line) => ({
      ...person,
      ...numbers,
      name: line,
      place_and_date_of_birth: line,
      address: line,
    })),
    audition_announcements: [{ user_id: talent, audition_status: true }],
    transactions: each((line) => ({
      user_id: talent,
      invoice_image: image,
      status: "Processed",
      transactions: [
        {
          uuid: randomUUID(),
          checked: true,
          quantity_to_buy: 1,
          inserted_at: "2026-01-02T03:04:05Z",
          ...product(line),
        },
      ],
    })),
  };
}
