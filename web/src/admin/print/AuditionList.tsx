// The printed list of registrants with their comp cards, for the jury's table.

import type { AuditionRegistration } from "@/data/tables";
import { ComcardPicture } from "@/entities/ComcardPicture";
import { useShop } from "@/lib/shop";
import { usePrintMessages } from "@/messages/print";

interface AuditionListProps {
  registrations: readonly AuditionRegistration[];
  /** Casting numbers by the registration's uuid. */
  numbers: ReadonlyMap<string, number>;
}

export function AuditionList({ registrations, numbers }: AuditionListProps) {
  const words = usePrintMessages();
  const { name } = useShop();
  return (
    <article className="sheet" aria-label={words.auditionList}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-10 border-text border-b pb-3">
        <h2 className="text-heading">{words.auditionList}</h2>
        <p>
          {name} · {words.people(registrations.length)}
        </p>
      </header>
      <ol className="grid sm:grid-cols-2 sm:gap-x-8 print:grid-cols-2 print:gap-x-8">
        {registrations.map((registration, index) => (
          <Card
            key={registration.uuid}
            registration={registration}
            number={numbers.size > 0 ? numbers.get(registration.uuid) : index + 1}
          />
        ))}
      </ol>
    </article>
  );
}

function Card({ registration, number }: { registration: AuditionRegistration; number: number | undefined }) {
  const words = usePrintMessages();
  const { name, place_and_date_of_birth, address, age, height, body_weight } = registration;
  return (
    <li className="flex break-inside-avoid gap-4 border-line border-b py-4 text-caption">
      <ComcardPicture
        image={registration.comcard_image}
        width={240}
        height={320}
        first
        className="h-[44mm] w-[33mm] shrink-0"
      />
      <div className="wrap-anywhere min-w-0 grow">
        <p className="font-semibold text-base leading-tight">
          {number && `${number}. `}
          {name}
        </p>
        <p>{words.age(age)}</p>
        <p>{words.measures(height, body_weight)}</p>
        <p>{place_and_date_of_birth}</p>
        <p className="line-clamp-3 text-muted">{address}</p>
        <p className="mt-2">
          ☐ {words.accepted} &ensp; ☐ {words.notAccepted}
        </p>
        <p className="mt-1 border-line border-b pb-3 text-muted">{words.remarks}</p>
      </div>
    </li>
  );
}
