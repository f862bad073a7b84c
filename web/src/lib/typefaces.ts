// The two typefaces, where they came after the first paint (index.html).

/** Call as the visitor opens another page: there they move nothing that is being read. */
export function showTypefaces(): void {
  const { dataset } = document.documentElement;
  if (dataset.typefaces === "there") delete dataset.typefaces;
}
