// The first thing a visitor sees: slides, what the house stands for, its latest pictures, its latest pieces.

import { lazy, Suspense } from "react";
import { useHydrated } from "@/lib/hydrated";
import { localizedText, useShop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { PucukRebung } from "@/ui/PucukRebung";
import { AboutSection } from "./AboutSection";
import { LatestGallery } from "./LatestGallery";
import { LatestProducts } from "./LatestProducts";
import { Slides } from "./Slides";

// Only a shop with events loads it, once the page is alive: which of them are open is a question of the hour.
const OpenEvents = lazy(() => import("./OpenEvents"));

export default function HomePage() {
  const { language } = useLanguage();
  const { name, tagline, hasEvents } = useShop();
  const hydrated = useHydrated();
  return (
    <div>
      <Slides />
      <PucukRebung className="mt-3" />
      <h1 className="measure max-w-5xl py-6 text-center text-title sm:py-16 lg:py-24">
        {localizedText(tagline, language) || name}
      </h1>
      <Suspense>{hydrated && hasEvents && <OpenEvents />}</Suspense>
      {/* Each by itself: a page that the server drew comes alive piece by piece, and a tap waits for one piece at most. */}
      <Suspense>
        <AboutSection />
      </Suspense>
      <Suspense>
        <LatestGallery />
      </Suspense>
      <Suspense>
        <LatestProducts />
      </Suspense>
    </div>
  );
}
