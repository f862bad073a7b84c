// The layout of account forms: an ornament beside the form on wide screens, above it on phones.
import { type ReactNode, useEffect, useRef } from "react";
import { pickLocalizedText, useShop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { PucukRebungOrnament } from "@/ui/PucukRebung";

type Props = {
  title: string;
  lead: string;
  /** The current step of the page; a change moves the focus to the heading. */
  step?: string;
  children: ReactNode;
};

export function AccountPageLayout({ title, lead, step, children }: Props) {
  const { language } = useLanguage();
  const { tagline } = useShop();
  const heading = useRef<HTMLHeadingElement>(null);
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current !== step) heading.current?.focus();
    previousStep.current = step;
  }, [step]);
  return (
    <div className="-mb-20 grid lg:min-h-[44rem] lg:grid-cols-[5fr_7fr]">
      <div className="flex flex-col justify-between bg-cloth text-on-cloth" aria-hidden="true">
        <PucukRebungOrnament flipped />
        <p className="hidden px-10 font-display text-title lg:block">{pickLocalizedText(tagline, language)}</p>
        <PucukRebungOrnament className="mt-6" />
      </div>
      <section className="mx-auto w-full max-w-lg px-4 py-12 sm:px-8 lg:py-24">
        <h1 ref={heading} tabIndex={-1} className="text-title">
          {title}
        </h1>
        <p className="mt-3 mb-10 text-lg text-muted">{lead}</p>
        {children}
      </section>
    </div>
  );
}
