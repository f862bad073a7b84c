// About Us: the text of its page, of which there is one.

import { aboutUsForm } from "@/entities/aboutUs";
import { createdAndUpdated, multilineColumn, textColumn } from "../kit/columns";
import { TextAreaField, TextField } from "../kit/fields";
import { screenOf } from "../screen";

export default screenOf({
  table: "about_us",
  columns: [textColumn("heading"), multilineColumn("description"), ...createdAndUpdated],
  known: ({ heading }) => [heading],
  searched: ["heading", "description"],
  translated: ["heading", "sub_heading", "description"],
  form: aboutUsForm,
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
