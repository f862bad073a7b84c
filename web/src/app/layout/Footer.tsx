// The footer: contact, the shop's texts, and the language switch.
import { shopTextPages } from "@/entities/shopTexts";
import { languages } from "@/lib/language";
import { pickLocalizedText, type Shop, useShop } from "@/lib/shop";
import { buildWhatsAppUrl, getShopWhatsAppNumber } from "@/lib/whatsapp";
import { useLanguage, useMessages } from "@/messages";
import { Link } from "@/ui/Link";
import { PucukRebungOrnament } from "@/ui/PucukRebung";

const linkLook = "underline underline-offset-4";

export function Footer() {
  const m = useMessages();
  const { language } = useLanguage();
  const shop = useShop();
  const hours = pickLocalizedText(shop.openingHours, language);
  return (
    <footer className="bg-cloth text-on-cloth">
      <PucukRebungOrnament className="pt-2 opacity-80" />
      <div className="measure grid gap-8 py-12 sm:grid-cols-[2fr_1fr_1fr]">
        <div>
          <p className="font-display text-heading">{shop.name}</p>
          <p className="mt-2 max-w-prose">{pickLocalizedText(shop.tagline, language)}</p>
          <TextLinks texts={shop.texts} />
        </div>
        <div>
          <Contact shop={shop} />
          {hours && (
            <p className="mt-4 whitespace-pre-line">
              <span className="eyebrow block">{m.footer.openingHours}</span>
              {hours}
            </p>
          )}
        </div>
        <LanguageSwitch />
      </div>
    </footer>
  );
}

/** Renders nothing if the shop has no texts. */
function TextLinks({ texts }: Pick<Shop, "texts">) {
  const m = useMessages();
  const { language } = useLanguage();
  const shown = shopTextPages.filter(({ column }) => texts.includes(column));
  if (shown.length === 0) return null;
  return (
    <nav aria-label={m.footer.texts} className="mt-4">
      {shown.map(({ path, title }) => (
        <Link key={path} to={path} className={`flex min-h-11 w-fit items-center ${linkLook}`}>
          {title[language]}
        </Link>
      ))}
    </nav>
  );
}

function Contact({ shop }: { shop: Shop }) {
  const m = useMessages();
  const number = getShopWhatsAppNumber(shop);
  const links = [
    ...(number ? [{ name: "WhatsApp", url: buildWhatsAppUrl(number, m.footer.greeting) }] : []),
    ...shop.social,
  ];
  return (
    <address className="break-words not-italic">
      <p className="whitespace-pre-line">{shop.address}</p>
      {shop.phone && (
        <p className="mt-2">
          <a className={linkLook} href={`tel:${shop.phone.replace(/[^+\d]/g, "")}`}>
            {shop.phone}
          </a>
        </p>
      )}
      {links.map(({ name, url }) => (
        <p key={url} className="mt-2">
          <a className={linkLook} href={url} target="_blank" rel="noreferrer">
            {name}
            <span className="sr-only"> ({m.footer.opensInNewTab})</span>
          </a>
        </p>
      ))}
    </address>
  );
}

function LanguageSwitch() {
  const m = useMessages();
  const { language, choose } = useLanguage();
  return (
    <fieldset>
      <legend className="eyebrow mb-2">{m.footer.language}</legend>
      {languages.map((option) => (
        <button
          key={option}
          type="button"
          lang={option}
          aria-pressed={option === language}
          className="block min-h-11 underline-offset-4 hover:underline aria-pressed:font-semibold aria-pressed:underline"
          onClick={() => choose(option)}
        >
          {m.languages[option]}
        </button>
      ))}
    </fieldset>
  );
}
