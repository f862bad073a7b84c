// The home page: slides, brand, latest gallery pictures, latest products.

import { Suspense } from "react";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { pickLocalizedText, useShop } from "@/lib/shop";
import { useIsHydrated } from "@/lib/useIsHydrated";
import { useLanguage } from "@/messages";
import { PucukRebungOrnament } from "@/ui/PucukRebung";
import { AboutSection } from "./AboutSection";
import { LatestGallery } from "./LatestGallery";
import { LatestProducts } from "./LatestProducts";
import { SlideCarousel } from "./SlideCarousel";

// Loaded after hydration and only if the shop has events, since which are open depends on the time. The page is complete
// without them.
const OpenEvents = lazyComponent<object>(() => import("./OpenEvents").catch(() => ({ default: () => null })));

export default function HomePage() {
  const { language } = useLanguage();
  const { name, tagline, hasEvents } = useShop();
  const hydrated = useIsHydrated();
  return (
    <div>
      <SlideCarousel />
      <PucukRebungOrnament className="mt-3" />
      <h1 className="measure max-w-5xl py-6 text-center text-title sm:py-16 lg:py-24">
        {pickLocalizedText(tagline, language) || name}
      </h1>
      <Suspense>{hydrated && hasEvents && <OpenEvents />}</Suspense>
      {/* Separate Suspense boundaries hydrate independently, so that a tap waits for one of them at most. */}
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
