// Audition Registrations: applicants with comp card and proof of payment.

import { comcardImage, feeImage, insertRegistration } from "@/data/auditions";
import { auditionRegistrationSchema } from "@/entities/auditionSchemas";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useMessages } from "@/messages/account";
import { useAdminMessages } from "@/messages/admin";
import {
  imageColumn,
  measureColumn,
  multilineColumn,
  numberColumn,
  textColumn,
  timestampColumns,
} from "../kit/columns";
import { NumberField, TextAreaField, TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { ResourcePage } from "../kit/ResourcePage";
import type { Resource } from "../kit/resource";
import { PrintLink } from "../print/PrintLink";
import { useRequestedPrint } from "../print/printAddress";
import { createCustomScreen } from "../screen";
import { EventField } from "./EventField";
import { FeeProof, FeeProofField, FreeRegistrationsProvider } from "./FeeProof";
import { PersonField } from "./PersonField";

const PrintedRegistrations = lazyComponent(() => import("../print/PrintedRegistrations"));

const resource: Resource<"audition_registrations"> = {
  table: "audition_registrations",
  columns: [
    textColumn("name"),
    textColumn("user_id"),
    textColumn("place_and_date_of_birth"),
    multilineColumn("address"),
    numberColumn("age"),
    measureColumn("body_weight", "kg"),
    measureColumn("height", "cm"),
    imageColumn(comcardImage),
    { ...imageColumn(feeImage), cell: (row) => <FeeProof registration={row} /> },
    ...timestampColumns,
  ],
  summary: ({ name, place_and_date_of_birth }) => [name, place_and_date_of_birth],
  personal: true,
  searched: ["name", "place_and_date_of_birth", "address"],
  searchedIds: ["uuid", "user_id"],
  form: auditionRegistrationSchema,
  Fields: AuditionRegistrationFields,
  insert: ({ event_uuid, ...registration }) =>
    insertRegistration(registration, event_uuid ? { event_uuid: String(event_uuid), answers: {} } : null),
  waiting: { words: (a) => a.waiting.unanswered, view: "unanswered_registrations" },
  Provider: FreeRegistrationsProvider,
  Tools: () => <PrintLink paper="auditions">{useAdminMessages().paper.auditions}</PrintLink>,
};

export default createCustomScreen(resource, () =>
  useRequestedPrint() ? <PrintedRegistrations facts={resource} /> : <ResourcePage resource={resource} />,
);

function AuditionRegistrationFields() {
  const { registration: words } = useMessages();
  return (
    <>
      <PersonField />
      <EventField />
      <TextField name="name" />
      <TextField name="place_and_date_of_birth" />
      <TextAreaField name="address" rows={3} />
      <NumberField name="age" hint={words.years} />
      <NumberField name="body_weight" hint={words.kilograms} />
      <NumberField name="height" hint={words.centimetres} />
      <PictureField picture={comcardImage} example="/comcard-example.webp" />
      <FeeProofField />
    </>
  );
}
