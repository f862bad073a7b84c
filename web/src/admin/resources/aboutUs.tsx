// About Us: the single row with the text of the page.

import { aboutUsSchema } from "@/entities/aboutUs";
import { multilineColumn, textColumn, timestampColumns } from "../kit/columns";
import { TextAreaField, TextField } from "../kit/fields";
import { createResourceScreen } from "../screen";

export default createResourceScreen({
  table: "about_us",
  columns: [textColumn("heading"), multilineColumn("description"), ...timestampColumns],
  summary: ({ heading }) => [heading],
  searched: ["heading", "description"],
  translated: ["heading", "sub_heading", "description"],
  form: aboutUsSchema,
  Fields: AboutUsFields,
  single: true,
});

function AboutUsFields() {
  return (
    <>
      <TextField name="heading" />
      <TextField name="sub_heading" optional />
      <TextAreaField name="description" />
    </>
  );
}
