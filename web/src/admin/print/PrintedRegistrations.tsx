// The list's registrations as a printed audition list.

import { usePrintMessages } from "@/messages/print";
import type { TableDefinition } from "../kit/resource";
import { AuditionList } from "./AuditionList";
import { PrintPage } from "./PrintPage";
import { usePrintedRows } from "./printAddress";

export default function PrintedRegistrations({ facts }: { facts: TableDefinition<"audition_registrations"> }) {
  const words = usePrintMessages();
  const query = usePrintedRows(facts, async (rows) => rows);
  return (
    <PrintPage title={words.auditionList} query={query}>
      {(registrations) => <AuditionList registrations={registrations} />}
    </PrintPage>
  );
}
