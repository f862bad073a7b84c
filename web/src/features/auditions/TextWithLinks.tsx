// The text of an announcement, with its URLs as links.

import { useMessages } from "@/messages/account";

const URL_PATTERN = /(https:\/\/[^\s<>"]*[^\s<>".,;:!?)])/;

export function TextWithLinks({ text }: { text: string }) {
  const m = useMessages();
  // Splitting by a capturing group puts the URLs at odd indexes.
  const parts = text.split(URL_PATTERN).map((part, index) => ({ part, index, isUrl: index % 2 === 1 }));
  return (
    <p className="max-w-prose whitespace-pre-line break-words">
      {parts.map(({ part, index, isUrl }) =>
        isUrl ? (
          <a
            key={index}
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
