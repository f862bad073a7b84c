// The footer: who and where the brand is, and the language to read in.
import { brand } from "@/lib/config";
import { languages } from "@/lib/language";
import { shopNumber } from "@/lib/shopNumber";
import { tagline } from "@/lib/tagline";
import { whatsappLink } from "@/lib/whatsapp";
import { useLanguage, useMessages } from "@/messages";
import { PucukRebung } from "@/ui/PucukRebung";

export function Footer() {
  const m = useMessages();
  return (
    <footer className="bg-cloth text-on-cloth">
      <PucukRebung className="pt-2 opacity-80" />
      <div className="measure grid gap-8 py-12 sm:grid-cols-[2fr_1fr_1fr]">
        <div>
          <p className="font-display text-heading">{brand.name}</p>
          <p className="mt-2 max-w-prose">{tagline(useLanguage().language)}</p>
        </div>
        <address className="not-italic">
          <p>{brand.address}</p>
          <p className="mt-2">
            <a className="underline underline-offset-4" href={`tel:${brand.phone.replace(/[^+\d]/g, "")}`}>
              {brand.phone}
            </a>
          </p>
          {shopNumber && (
            <p className="mt-2">
              <a
                className="underline underline-offset-4"
                href={whatsappLink(shopNumber, m.footer.greeting)}
                target="_blank"
                rel="noreferrer"
              >
                WhatsApp
                <span className="sr-only"> ({m.footer.opensInNewTab})</span>
              </a>
            </p>
          )}
          <p className="mt-2">
            <a className="underline underline-offset-4" href={brand.social.url} target="_blank" rel="noreferrer">
              {brand.social.name}
              <span className="sr-only"> ({m.footer.opensInNewTab})</span>
            </a>
          </p>
        </address>
        <LanguageChoice />
      </div>
    </footer>
  );
}

function LanguageChoice() {
  const m = useMessages();
  const { language, choose } = useLanguage();
  return (
    <fieldset>
      <legend className="eyebrow mb-2">{m.footer.language}</legend>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          className="block min-h-11 underline-offset-4 hover:underline aria-pressed:font-semibold aria-pressed:underline"
          onClick={() => choose(one)}
        >
          {m.languages[one]}
        </button>
      ))}
    </fieldset>
  );
}
