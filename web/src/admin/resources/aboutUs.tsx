// About Us: the text of its page, of which there is one.

import { aboutUsForm } from "@/entities/aboutUs";
import { createdAndUpdated, multilineColumn, textColumn } from "../kit/columns";
import { LongTextField, TextField } from "../kit/fields";
import { ResourcePage } from "../kit/ResourcePage";
import type { Resource } from "../kit/resource";

const aboutUs: Resource<"about_us"> = {
  table: "about_us",
  columns: [textColumn("heading"), multilineColumn("description"), ...createdAndUpdated],
  searched: ["heading", "description"],
  pictures: [],
  form: aboutUsForm,
  Fields: AboutUsFields,
  single: true,
};

function AboutUsFields() {
  return (
    <>
      <TextField name="heading" />
      <TextField name="sub_heading" optional />
      <LongTextField name="description" />
    </>
  );
}

export default function AboutUsPage() {
  return <ResourcePage resource={aboutUs} />;
}
