// Gallery: pictures of shows and people.

import { pictureColumns } from "@/data/rows.generated";
import { galleryItemSchema } from "@/entities/galleryItem";
import { imageColumn, textColumn, timestampColumns } from "../kit/columns";
import { TextAreaField, TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { createResourceScreen } from "../screen";

const { image } = pictureColumns.gallery;

export default createResourceScreen({
  table: "gallery",
  columns: [imageColumn(image), textColumn("heading"), textColumn("sub_heading"), ...timestampColumns],
  summary: ({ heading, sub_heading }) => [heading, sub_heading],
  order: "-sort_time",
  searched: ["heading", "sub_heading", "description"],
  translated: ["heading", "sub_heading"],
  form: galleryItemSchema,
  Fields: GalleryFields,
});

function GalleryFields() {
  return (
    <>
      <PictureField picture={image} />
      <TextField name="heading" />
      <TextField name="sub_heading" />
      <TextAreaField name="description" optional />
    </>
  );
}
