// The registrations that the table shows, as the list of an audition.

import { usePrintMessages } from "@/messages/print";
import type { TableFacts } from "../kit/resource";
import { AuditionList } from "./AuditionList";
import { PrintPage } from "./PrintPage";
import { usePrintedRows } from "./printAddress";

export default function PrintedRegistrations({ facts }: { facts: TableFacts<"audition_registrations"> }) {
  const p = usePrintMessages();
  const found = usePrintedRows(facts, async (rows) => rows);
  return (
    <PrintPage title={p.auditionList} found={found}>
      {(registrations) => <AuditionList registrations={registrations} />}
    </PrintPage>
  );
}
