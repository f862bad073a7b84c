// How a line of input looks, whatever control it is.

export const inputLook =
  "min-h-11 w-full rounded-soft border border-edge bg-transparent px-3.5 py-2 text-text placeholder:text-muted";

/** The list of choices keeps the page's colours in both schemes. */
export const selectLook = `${inputLook} bg-paper! [&_option]:bg-paper [&_option]:text-text`;
