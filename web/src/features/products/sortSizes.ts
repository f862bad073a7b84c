// Sorts sizes: named sizes in their usual order, others numerically.

const names = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "XXXL"];

export function sortSizes(sizes: readonly string[]): string[] {
  const rank = (size: string) => names.indexOf(size.toUpperCase());
  return [...sizes].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, "en", { numeric: true }));
}
