// The first thing a visitor sees: slides, what the house stands for, its latest pictures, its latest pieces.

import { Suspense } from "react";
import { said, useShop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { PucukRebung } from "@/ui/PucukRebung";
import { AboutSection } from "./AboutSection";
import { LatestGallery } from "./LatestGallery";
import { LatestProducts } from "./LatestProducts";
import { Slides } from "./Slides";

export default function HomePage() {
  const { language } = useLanguage();
  const { name, tagline } = useShop();
  return (
    <div>
      <Slides />
      <PucukRebung className="mt-3" />
      <h1 className="measure max-w-5xl py-16 text-center text-title sm:py-24">{said(tagline, language) || name}</h1>
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
