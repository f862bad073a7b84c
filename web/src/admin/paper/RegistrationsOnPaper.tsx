// The registrations that the table shows, as the list of an audition.

import { usePrintMessages } from "@/messages/print";
import type { TableFacts } from "../kit/resource";
import { AuditionList } from "./AuditionList";
import { PaperPage } from "./PaperPage";
import { useRowsOnPaper } from "./paper";

export default function RegistrationsOnPaper({ facts }: { facts: TableFacts<"audition_registrations"> }) {
  const p = usePrintMessages();
  const found = useRowsOnPaper(facts, async (rows) => rows);
  return (
    <PaperPage title={p.auditionList} found={found}>
      {(registrations) => <AuditionList registrations={registrations} />}
    </PaperPage>
  );
}
