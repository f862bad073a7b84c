// About Us Section: the single row with the home page's picture and text about the brand.

import { pictureColumns } from "@/data/rows.generated";
import { aboutUsSectionSchema } from "@/entities/aboutUs";
import { imageColumn, multilineColumn, timestampColumns } from "../kit/columns";
import { TextAreaField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { createResourceScreen } from "../screen";

const { image } = pictureColumns.about_us_section;

export default createResourceScreen({
  table: "about_us_section",
  columns: [imageColumn(image), multilineColumn("description"), ...timestampColumns],
  summary: ({ description }) => [description],
  searched: ["description"],
  translated: ["description"],
  form: aboutUsSectionSchema,
  Fields: AboutUsSectionFields,
  single: true,
});

function AboutUsSectionFields() {
  return (
    <>
      <PictureField picture={image} />
      <TextAreaField name="description" />
    </>
  );
}
