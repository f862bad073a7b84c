// Audition Announcements: what an audition came to, and when to come.

import type { AuditionAnnouncement } from "@/data/tables";
import { auditionAnnouncementForm } from "@/entities/auditionForms";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { createdAndUpdated, textColumn, timeColumn } from "../kit/columns";
import { ChoiceField } from "../kit/fields";
import type { Column } from "../kit/resource";
import { TimeField } from "../kit/TimeField";
import { screenOf } from "../screen";
import { PersonField } from "./PersonField";

const verdictColumn: Column<AuditionAnnouncement> = {
  field: "audition_status",
  sorts: true,
  text: ({ audition_status }, a) => (audition_status ? a.announcements.accepted : a.announcements.rejected),
  cell: ({ audition_status }, a) =>
    audition_status ? (
      <Badge tone="green">{a.announcements.accepted}</Badge>
    ) : (
      <Badge tone="red">{a.announcements.rejected}</Badge>
    ),
};

export default screenOf({
  table: "audition_announcements",
  columns: [
    textColumn("user_id"),
    verdictColumn,
    timeColumn("training_time"),
    timeColumn("rehearsal_time"),
    timeColumn("audition_time"),
    ...createdAndUpdated,
  ],
  searched: [],
  searchedIds: ["uuid", "user_id"],
  pictures: [],
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
