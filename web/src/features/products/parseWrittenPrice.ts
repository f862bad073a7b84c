// A price as people write it: "500rb", "1,5 juta", "150.000,00".

const times: Record<string, number> = { rb: 1e3, ribu: 1e3, k: 1e3, jt: 1e6, juta: 1e6 };

/** In digits; as it is typed where it means no price. */
export function parseWrittenPrice(typed: string): string {
  const [, figure = "", unit = ""] = /(\d[\d., ]*)([a-z]*)/i.exec(typed) ?? [];
  const groupless = figure.replace(/[., ](?=\d{3}(?!\d))|\s/g, "").replace(",", ".");
  const price = Math.round(Number(groupless) * (times[unit.toLowerCase()] ?? 1));
  return price > 0 && price < 1e12 ? String(price) : typed;
}
