// About Us: the single row with the text of the page.

import { aboutUsSchema } from "@/entities/aboutUs";
import { createdAndUpdated, multilineColumn, textColumn } from "../kit/columns";
import { TextAreaField, TextField } from "../kit/fields";
import { resourceScreen } from "../screen";

export default resourceScreen({
  table: "about_us",
  columns: [textColumn("heading"), multilineColumn("description"), ...createdAndUpdated],
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
