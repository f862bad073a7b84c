// A form field that wants a picture. The browser's word for the type is enough here; the server decodes and decides.

import * as v from "valibot";

export function isImage(file: File): boolean {
  return file.type.startsWith("image");
}

/** The two sentences are the field's own. An untouched file control gives a file without name and content. */
export function imageFile(missing: string, notAnImage: string) {
  return v.pipe(
    v.custom<File>((found) => found instanceof File && (found.name !== "" || found.size > 0), missing),
    v.check(isImage, notAnImage),
  );
}
