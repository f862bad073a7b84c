// Audition Announcements: results and appointment times.

import type { AuditionAnnouncement } from "@/data/tables";
import { auditionAnnouncementSchema } from "@/entities/auditionSchemas";
import { useAdminMessages } from "@/messages/admin";
import { choiceColumn, dateTimeColumn, personColumn, timestampColumns } from "../kit/columns";
import { DateTimeField } from "../kit/DateTimeField";
import { ChoiceField } from "../kit/fields";
import { PersonName } from "../kit/people";
import type { ChoiceColumn } from "../kit/resource";
import { createResourceScreen } from "../screen";
import { PersonField } from "./PersonField";

const verdict: ChoiceColumn<AuditionAnnouncement> = {
  field: "audition_status",
  values: ["true", "false"],
  valueOf: ({ audition_status }) => String(audition_status),
  label: (value, a) => (value === "true" ? a.announcements.accepted : a.announcements.rejected),
  tone: (value) => (value === "true" ? "green" : "red"),
  toStored: (value) => value === "true",
};

export default createResourceScreen({
  table: "audition_announcements",
  columns: [
    personColumn,
    choiceColumn(verdict),
    dateTimeColumn("training_time"),
    dateTimeColumn("rehearsal_time"),
    dateTimeColumn("audition_time"),
    ...timestampColumns,
  ],
  summary: (row, a) => [<PersonName key="name" id={row.user_id} />, verdict.label(verdict.valueOf(row), a)],
  choice: verdict,
  personal: true,
  searched: [],
  searchedIds: ["uuid", "user_id"],
  form: auditionAnnouncementSchema,
  Fields: AuditionAnnouncementFields,
});

function AuditionAnnouncementFields() {
  const { announcements } = useAdminMessages();
  const verdicts = [
    { value: "true", label: announcements.accepted },
    { value: "false", label: announcements.declined },
  ];
  return (
    <>
      <PersonField />
      <ChoiceField name="audition_status" options={verdicts} placeholder={announcements.placeholder} />
      <DateTimeField name="training_time" optional />
      <DateTimeField name="rehearsal_time" optional />
      <DateTimeField name="audition_time" optional />
    </>
  );
}
