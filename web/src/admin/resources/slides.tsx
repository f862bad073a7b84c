// Slides: the pictures of the home page's carousel.

import { useState } from "react";
import { pictureColumns } from "@/data/rows.generated";
import { slideSchema } from "@/entities/slide";
import { useAdminMessages } from "@/messages/admin";
import { imageColumn, textColumn, timestampColumns } from "../kit/columns";
import { TextField } from "../kit/fields";
import { useDraftValue, useRecordFormState } from "../kit/formState";
import { PictureField } from "../kit/PictureField";
import { createResourceScreen } from "../screen";
import { type FocalPoint, FocalPointField } from "./FocalPointField";

const { image } = pictureColumns.slides;
const centre = { focus_x: 50, focus_y: 50 };

export default createResourceScreen({
  table: "slides",
  columns: [textColumn("title"), imageColumn(image), ...timestampColumns],
  summary: ({ title }) => [title],
  order: "-sort_time",
  searched: ["title"],
  translated: ["title"],
  defaults: { ...centre, link: null },
  form: slideSchema,
  Fields: SlideFields,
});

function SlideFields() {
  const a = useAdminMessages();
  const { record } = useRecordFormState();
  const [point, setPoint] = useState<FocalPoint>({ ...centre, ...record });
  const { focus_x, focus_y } = { ...centre, ...record };
  useDraftValue("focal point", point, point.focus_x !== focus_x || point.focus_y !== focus_y, setPoint);
  return (
    <>
      <TextField name="title" />
      <PictureField picture={image} below={(url) => <FocalPointField url={url} point={point} onPoint={setPoint} />} />
      <TextField name="link" optional hint={a.slides.linkHint} />
    </>
  );
}
