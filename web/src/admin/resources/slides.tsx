// Slides: the pictures of the home page's carousel.

import { slideForm } from "@/entities/slide";
import { createdAndUpdated, imageColumn, textColumn } from "../kit/columns";
import { TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { screenOf } from "../screen";

const image = { column: "image", folder: "slides", visibility: "indexed" } as const;

export default screenOf({
  table: "slides",
  columns: [textColumn("title"), imageColumn(image), ...createdAndUpdated],
  known: ({ title }) => [title],
  searched: ["title"],
  pictures: [image],
  translated: ["title"],
  form: slideForm,
  Fields: SlideFields,
});

function SlideFields() {
  return (
    <>
      <TextField name="title" />
      <PictureField place={image} />
    </>
  );
}
