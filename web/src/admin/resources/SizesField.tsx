// Sizes and stock of a product, one per row, optional. Submitted only if changed, each with the displayed stock, since
// orders may reduce it meanwhile.

import { useId, useState } from "react";
import type { ProductSize } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { Button, IconButton } from "@/ui/Button";
import { inputClassName } from "@/ui/inputClassName";
import { useFieldNote } from "@/ui/useFieldNote";
import { useDraftValue, useField } from "../kit/formState";

type Line = { key: string; size: string; stock: string; was?: ProductSize };

const createLine = ({ size, stock }: ProductSize): Line => ({
  key: crypto.randomUUID(),
  size,
  stock: stock === null ? "" : String(stock),
});

export function SizesField() {
  const a = useAdminMessages();
  const { value, busy } = useField("sizes");
  const [lines, setLines] = useState<Line[]>(() =>
    ((value as ProductSize[] | undefined) ?? []).map((was) => ({ ...createLine(was), was })),
  );
  const [isTouched, setTouched] = useState(false);
  const { control, note } = useFieldNote({ id: useId(), name: "sizes", hint: a.products.sizesHint });
  const updateLines = (next: Line[]) => {
    setTouched(true);
    setLines(next);
  };
  useDraftValue("sizes", lines, isTouched, updateLines);
  const updateLine = (key: string, changes: Partial<Line>) =>
    updateLines(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));
  return (
    <fieldset {...control} disabled={busy} className="flex flex-col items-start gap-2">
      <legend className="pb-1.5 font-semibold">
        {a.fields.sizes} ({a.form.optional})
      </legend>
      {isTouched && <input type="hidden" name="sizes" value={JSON.stringify(lines)} />}
      {lines.map((line, index) => (
        <SizeLine
          key={line.key}
          line={line}
          number={index + 1}
          onLine={(part) => updateLine(line.key, part)}
          onRemove={() => updateLines(lines.filter(({ key }) => key !== line.key))}
        />
      ))}
      <Button look="outline" onClick={() => updateLines([...lines, createLine({ size: "", stock: null })])}>
        {lines.length === 0 ? a.products.addSizes : a.products.addSize}
      </Button>
      {note}
    </fieldset>
  );
}

interface SizeLineProps {
  line: Line;
  number: number;
  onLine: (changes: Partial<Line>) => void;
  onRemove: () => void;
}

function SizeLine({ line, number, onLine, onRemove }: SizeLineProps) {
  const a = useAdminMessages();
  return (
    <div className="grid w-full grid-cols-[1fr_1fr_auto] gap-2">
      <input
        value={line.size}
        onChange={(event) => onLine({ size: event.target.value })}
        aria-label={a.products.sizeOf(number)}
        placeholder={a.products.size}
        autoComplete="off"
        className={inputClassName}
      />
      <input
        value={line.stock}
        onChange={(event) => onLine({ stock: event.target.value })}
        aria-label={a.products.stockOf(number)}
        placeholder={a.products.stock}
        inputMode="numeric"
        autoComplete="off"
        className={inputClassName}
      />
      <IconButton icon="close" label={a.products.removeSize(number)} onClick={onRemove} className="hover:bg-tint" />
    </div>
  );
}
