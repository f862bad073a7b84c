// Schema of a picture field. It trusts the browser's media type; the server decodes the file and decides.

import * as v from "valibot";

export function isImageFile(file: File): boolean {
  return file.type.startsWith("image");
}

/** Takes the field's two messages. An untouched file control submits a file without name and content. */
export function imageFileSchema(missing: string, notAnImage: string) {
  return v.pipe(
    v.custom<File>((found) => found instanceof File && (found.name !== "" || found.size > 0), missing),
    v.check(isImageFile, notAnImage),
  );
}
