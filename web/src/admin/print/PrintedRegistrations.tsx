// The list's registrations as a printed audition list.

import { fetchCastingNumbers } from "@/data/casting";
import type { AuditionRegistration } from "@/data/tables";
import { usePrintMessages } from "@/messages/print";
import type { TableDefinition } from "../kit/resource";
import { AuditionList } from "./AuditionList";
import { PrintPage } from "./PrintPage";
import { usePrintedRows } from "./printAddress";

export default function PrintedRegistrations({ facts }: { facts: TableDefinition<"audition_registrations"> }) {
  const words = usePrintMessages();
  const query = usePrintedRows(facts, loadNumbered);
  return (
    <PrintPage title={words.auditionList} query={query}>
      {(loaded) => <AuditionList {...loaded} />}
    </PrintPage>
  );
}

async function loadNumbered(registrations: readonly AuditionRegistration[]) {
  return { registrations, numbers: await fetchCastingNumbers(registrations.map(({ uuid }) => uuid)) };
}
