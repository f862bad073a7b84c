// The order of sizes as people say them: by name where they have one, else by number.

const names = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "XXXL"];

export function sortSizes(sizes: readonly string[]): string[] {
  const rank = (size: string) => names.indexOf(size.toUpperCase());
  return [...sizes].sort((one, other) => rank(one) - rank(other) || one.localeCompare(other, "en", { numeric: true }));
}
