// The bank statement: imports a file and matches its lines with orders and registrations.

import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { fetchStatementMatches, MAX_MATCHES } from "@/data/statement";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useMessages } from "@/messages";
import { useStatementMessages } from "@/messages/statement";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { Skeleton } from "@/ui/Skeleton";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { ReviewTabs } from "../review/ReviewTabs";
import { groupMatches, groups, type LineWithCandidates } from "./groups";
import { LeftOutRows } from "./LeftOutRows";
import { LineGroup } from "./LineGroup";
import { ManualMatchForm } from "./ManualMatchForm";
import { PossibleDuplicateLines } from "./PossibleDuplicateLines";
import { StatementFileDropZone } from "./StatementFileDropZone";
import { type StatementFile, useStatementFile } from "./useStatementFile";
import { STATEMENT_QUERY_KEY, type StatementMatching, useStatementMatching } from "./useStatementMatching";

const ConfirmFormatForm = lazyComponent(() => import("./ConfirmFormatForm"));

export default function StatementPage() {
  const matching = useStatementMatching();
  const statement = useStatementFile(matching.reload);
  const { step } = statement;
  return (
    <>
      <ReviewTabs />
      <div className="flex flex-col gap-8">
        <StatementFileDropZone busy={step.name === "reading"} onFile={(file) => void statement.choose(file)} />
        <ErrorList errors={statement.errors} />
        {step.name === "confirming" && (
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <ConfirmFormatForm
              key={step.file.fingerprint}
              file={step.file}
              account={step.account}
              onConfirm={statement.confirm}
              onCancel={statement.cancel}
            />
          </Suspense>
        )}
        <ImportResult statement={statement} />
        {step.name === "imported" && step.result.unsure.length > 0 && (
          <PossibleDuplicateLines
            lines={step.result.unsure}
            onAnswer={(line, isFurther) => void statement.answer(step, line, isFurther)}
          />
        )}
        {step.name !== "confirming" && <Lines matching={matching} />}
      </div>
    </>
  );
}

/** The result of the import, with buttons to correct or undo it. */
function ImportResult({ statement: { step, change, undo } }: { statement: StatementFile }) {
  const words = useStatementMessages();
  const done = step.name === "imported" ? step : null;
  return (
    <div role="status" className={done ? "border-ornament border-l-2 pl-4" : ""}>
      {done && (
        <>
          <p>{words.imported(done.result.new, done.result.known, done.account)}</p>
          {done.result.cut > 0 && <p>{words.cut(done.result.cut)}</p>}
          <LeftOutRows rows={done.leftOut} />
          <div className="flex flex-wrap gap-x-6">
            <Button look="quiet" onClick={() => change(done)}>
              {words.change}
            </Button>
            {done.result.new > 0 && (
              <Button look="quiet" onClick={() => void undo(done)}>
                {words.undo}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function Lines({ matching }: { matching: StatementMatching }) {
  const m = useMessages();
  const words = useStatementMessages();
  const { data, error, refetch } = useQuery({ queryKey: STATEMENT_QUERY_KEY, queryFn: fetchStatementMatches });
  const [searched, setSearched] = useState<LineWithCandidates | null>(null);
  useEffect(() => {
    if (error) console.error("Reading the statement failed", error);
  }, [error]);
  if (error && !data) return <LoadErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  if (data.length === 0)
    return (
      <div>
        <h2 className="text-heading">{words.empty.title}</h2>
        <p className="text-muted">{words.empty.lead}</p>
      </div>
    );
  const linesByGroup = groupMatches(data);
  const isCut = data.length >= MAX_MATCHES;
  return (
    <>
      <ErrorList errors={searched ? [] : matching.errors} />
      {data.every(({ kind }) => kind === "matched") && <p className="text-muted">{words.allMatched}</p>}
      {groups.map((group) => {
        const lines = linesByGroup.get(group) ?? [];
        return (
          lines.length > 0 && <LineGroup key={group} {...{ group, lines, isCut, matching }} onFind={setSearched} />
        );
      })}
      <Dialog
        open={searched !== null}
        title={words.hand.title}
        closeLabel={m.common.close}
        onClose={() => setSearched(null)}
      >
        {searched && <ManualMatchForm line={searched.line} matching={matching} onDone={() => setSearched(null)} />}
      </Dialog>
    </>
  );
}
