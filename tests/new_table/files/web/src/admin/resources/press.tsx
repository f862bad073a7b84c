// Press: what newspapers and magazines write about the house.

import * as v from "valibot";
import { pictureColumns } from "@/data/rows.generated";
import { timestampColumns, imageColumn, textColumn } from "../kit/columns";
import { TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { createResourceScreen } from "../screen";

const { image } = pictureColumns.press;

export default createResourceScreen({
  table: "press",
  columns: [imageColumn(image), textColumn("heading"), ...timestampColumns],
  summary: ({ heading }) => [heading],
  searched: ["heading"],
  form: (is) => v.object({ ...is.record(), image: is.picture("image"), heading: is.text("heading") }),
  Fields: PressFields,
});

function PressFields() {
  return (
    <>
      <PictureField picture={image} />
      <TextField name="heading" />
    </>
  );
}
