// Audition Announcements: what an audition came to, and when to come.

import type { AuditionAnnouncement } from "@/data/tables";
import { auditionAnnouncementForm } from "@/entities/auditionForms";
import { useAdminMessages } from "@/messages/admin";
import { choiceColumn, createdAndUpdated, personColumn, timeColumn } from "../kit/columns";
import { ChoiceField } from "../kit/fields";
import { PersonName } from "../kit/people";
import type { Choice } from "../kit/resource";
import { TimeField } from "../kit/TimeField";
import { screenOf } from "../screen";
import { PersonField } from "./PersonField";

const verdict: Choice<AuditionAnnouncement> = {
  field: "audition_status",
  values: ["true", "false"],
  of: ({ audition_status }) => String(audition_status),
  word: (value, a) => (value === "true" ? a.announcements.accepted : a.announcements.rejected),
  tone: (value) => (value === "true" ? "green" : "red"),
  stored: (value) => value === "true",
};

export default screenOf({
  table: "audition_announcements",
  columns: [
    personColumn,
    choiceColumn(verdict),
    timeColumn("training_time"),
    timeColumn("rehearsal_time"),
    timeColumn("audition_time"),
    ...createdAndUpdated,
  ],
  known: (row, a) => [<PersonName key="name" id={row.user_id} />, verdict.word(verdict.of(row), a)],
  choice: verdict,
  personal: true,
  searched: [],
  searchedIds: ["uuid", "user_id"],
  form: auditionAnnouncementForm,
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
      <TimeField name="training_time" optional />
      <TimeField name="rehearsal_time" optional />
      <TimeField name="audition_time" optional />
    </>
  );
}
