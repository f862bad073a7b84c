// WhatsApp links with a prepared message about a state, in each language, since the buyer's language is unknown.

import { type Language, languages } from "@/lib/language";
import { buildWhatsAppUrl } from "@/lib/whatsapp";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";

export interface WhatsAppReply {
  /** The state that the message is about. */
  word: string;
  sentences: Record<Language, string>;
}

export function WhatsAppReplies({ number, answers }: { number: string; answers: readonly WhatsAppReply[] }) {
  const m = useMessages();
  const a = useAdminMessages();
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5">
      {answers.map(({ word, sentences }) => (
        <div key={word} className="col-span-full grid grid-cols-subgrid items-center">
          <dt className="text-muted">{word}</dt>
          <dd className="flex flex-wrap gap-x-5">
            {languages.map((language) => (
              <a
                key={language}
                href={buildWhatsAppUrl(number, sentences[language])}
                target="_blank"
                rel="noopener"
                aria-label={a.orderPerson.answerIn(word, m.languages[language])}
                className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
              >
                {m.languages[language]}
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
