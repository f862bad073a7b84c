// The owner's text about the brand.

import { Suspense } from "react";
import { usePublicRead } from "@/data/publicRead";
import { aboutUsQuery } from "@/data/queries";
import { getTranslated } from "@/lib/getTranslated";
import { lazyWithPreload } from "@/lib/lazyWithPreload";
import { useLanguage } from "@/messages";
import { usePageTitle } from "@/ui/documentTitle";
import { MultilineText } from "@/ui/MultilineText";
import { PageTitle } from "@/ui/PageTitle";
import { Skeleton } from "@/ui/Skeleton";

const NothingYet = lazyWithPreload(() => import("@/entities/NothingYet"));

export default function AboutPage() {
  const pageTitle = usePageTitle();
  const { language } = useLanguage();
  const { data: about, state } = usePublicRead(aboutUsQuery);
  return (
    <article className="measure grid min-h-svh content-start lg:grid-cols-12 lg:gap-x-8">
      <div className="lg:col-span-5">
        <PageTitle lead={state === "loading" ? "\u00a0" : about && getTranslated(about, "sub_heading", language)}>
          {about ? (
            getTranslated(about, "heading", language)
          ) : (
            <span className={state === "loading" ? "opacity-0" : ""}>{pageTitle}</span>
          )}
        </PageTitle>
      </div>
      <div className="max-w-prose text-[1.1875rem] leading-[1.75] lg:col-span-7 lg:pt-20">
        {state === "loading" && !about && <TextSkeleton />}
        {about && (
          <p className="first-letter:float-left first-letter:mt-2 first-letter:mr-3 first-letter:font-display first-letter:text-[4.5rem] first-letter:text-accent-text first-letter:leading-[0.7]">
            <MultilineText text={getTranslated(about, "description", language)} />
          </p>
        )}
        {state === "ready" && !about && (
          <Suspense>
            <NothingYet page="about" />
          </Suspense>
        )}
      </div>
    </article>
  );
}

function TextSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      {["w-full", "w-11/12", "w-10/12", "w-4/5", "w-9/12", "w-2/3"].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}
