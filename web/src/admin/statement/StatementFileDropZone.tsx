// The drop zone and file input for a statement.

import { type DragEvent, useId, useState } from "react";
import { config } from "@/lib/config";
import { useStatementMessages } from "@/messages/statement";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";

interface DropFileProps {
  busy: boolean;
  onFile: (file: File) => void;
}

export function StatementFileDropZone({ busy, onFile }: DropFileProps) {
  const words = useStatementMessages();
  const id = useId();
  const [isDragOver, setDragOver] = useState(false);
  const handleFile = (file: File | undefined) => file && !busy && onFile(file);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    handleFile(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label={words.drop.label}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={onDrop}
      className={classNames(
        "flex flex-col gap-2 rounded-soft border border-dashed p-5",
        isDragOver ? "border-accent-text bg-tint" : "border-edge",
      )}
    >
      <label htmlFor={id} className="flex items-center gap-2 font-semibold">
        <Icon name="upload" />
        {words.drop.label}
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={busy}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          handleFile(currentTarget.files?.[0]);
          currentTarget.value = ""; // the same file may be chosen again
        }}
        className="w-full min-w-0 text-caption text-muted file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-soft file:border-0 file:bg-tint file:px-4 file:font-semibold file:text-text"
      />
      <p id={`${id}-hint`} role="status" className="text-caption text-muted">
        {busy ? words.drop.reading : words.drop.hint}
      </p>
      {config.demoStatement && (
        <a
          href={config.demoStatement}
          download
          className="inline-flex min-h-11 items-center self-start underline underline-offset-4"
        >
          {words.drop.demo}
        </a>
      )}
    </section>
  );
}
