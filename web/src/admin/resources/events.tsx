// Events: castings and shows with dates, venues and registration questions.

import { pictureColumns } from "@/data/rows.generated";
import { eventDayKinds } from "@/data/tables";
import { castingEventSchema } from "@/entities/castingEventSchema";
import { useAdminMessages } from "@/messages/admin";
import { imageColumn, textColumn, timestampColumns } from "../kit/columns";
import { DateTimeField } from "../kit/DateTimeField";
import { CheckBoxField, NumberField, PriceField, TextAreaField, TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { createResourceScreen } from "../screen";
import { PicturesField } from "./PicturesField";
import { QuestionsField } from "./QuestionsField";
import { RepeatableRowsField } from "./RepeatableRowsField";

const { image } = pictureColumns.events;

export default createResourceScreen({
  table: "events",
  columns: [
    textColumn("name"),
    imageColumn(image),
    { field: "published", sorts: true, text: ({ published }, a) => (published ? a.fields.published : a.events.draft) },
    ...timestampColumns,
  ],
  summary: ({ name }) => [name],
  searched: ["name", "story"],
  translated: ["name", "story"],
  defaults: {
    story: null,
    places: [],
    days: [],
    opens_at: null,
    closes_at: null,
    fee: null,
    sought: null,
    asked: [],
    published: false,
    forget_after_days: null,
  },
  form: castingEventSchema,
  Fields: EventFields,
});

function EventFields() {
  const a = useAdminMessages();
  const kinds = eventDayKinds.map((value) => ({ value, label: a.events.kinds[value] }));
  return (
    <>
      <TextField name="name" />
      <PictureField picture={image} />
      <PicturesField />
      <TextAreaField name="story" optional />
      <RepeatableRowsField
        name="places"
        cells={[{ name: "name" }, { name: "address" }, { name: "map", type: "url" }]}
        hint={a.events.placesHint}
      />
      <RepeatableRowsField
        name="days"
        cells={[
          { name: "kind", options: kinds },
          { name: "date", type: "date" },
          { name: "from", type: "time" },
          { name: "until", type: "time" },
          { name: "place" },
        ]}
        hint={a.events.daysHint}
      />
      <DateTimeField name="opens_at" optional />
      <DateTimeField name="closes_at" optional />
      <PriceField name="fee" optional />
      <NumberField name="sought" optional />
      <QuestionsField />
      <NumberField name="forget_after_days" optional />
      <CheckBoxField name="published" label={a.fields.published} hint={a.events.publishedHint} />
    </>
  );
}
