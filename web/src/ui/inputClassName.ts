// The look of an input, shared by all controls.

export const inputClassName =
  "min-h-11 w-full rounded-soft border border-edge bg-transparent px-3.5 py-2 text-text placeholder:text-muted";

/** The native option list uses the page's colours in both colour schemes. */
export const selectClassName = `${inputClassName} bg-paper! [&_option]:bg-paper [&_option]:text-text`;
