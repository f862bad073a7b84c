// Notices about records: the first few, and the others on request, so that none hides for ever.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";

const FIRST = 10;

interface NoticeListProps<Item> {
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}

export function NoticeList<Item extends { record: string }>({ items, children }: NoticeListProps<Item>) {
  const a = useAdminMessages();
  const [isWhole, setWhole] = useState(false);
  const firstOfMore = useRef<HTMLDivElement>(null);
  // The button goes once it was pressed.
  useEffect(() => {
    if (isWhole) firstOfMore.current?.focus();
  }, [isWhole]);
  const shown = isWhole ? items : items.slice(0, FIRST);
  const more = items.length - shown.length;
  return (
    <>
      {shown.map((item, index) => (
        <div key={item.record} {...(index === FIRST && { ref: firstOfMore, tabIndex: -1 })}>
          {children(item)}
        </div>
      ))}
      {more > 0 && (
        <Button look="outline" className="mb-6" onClick={() => setWhole(true)}>
          {a.waiting.showMore(more)}
        </Button>
      )}
    </>
  );
}
