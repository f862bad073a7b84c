// What the shop says in an announcement; a web address in it, such as that of the photos, is a link.

import { useMessages } from "@/messages/account";

const ADDRESS = /(https:\/\/[^\s<>"]*[^\s<>".,;:!?)])/;

export function AnnouncedText({ text }: { text: string }) {
  const m = useMessages();
  // Split at a group, every second part is an address.
  const parts = text.split(ADDRESS).map((part, place) => ({ part, place, isAddress: place % 2 === 1 }));
  return (
    <p className="max-w-prose whitespace-pre-line break-words">
      {parts.map(({ part, place, isAddress }) =>
        isAddress ? (
          <a
            key={place}
            href={part}
            target="_blank"
            rel="noreferrer"
            className="text-accent-text underline underline-offset-4"
          >
            {part}
            <span className="sr-only">{` (${m.footer.opensInNewTab})`}</span>
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
