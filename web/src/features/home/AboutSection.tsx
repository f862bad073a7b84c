// The brand in one picture and a few lines.

import { usePublicRead } from "@/data/publicRead";
import { aboutUsSectionQuery } from "@/data/queries";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage, useMessages } from "@/messages";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { MultilineText } from "@/ui/MultilineText";
import { Picture } from "@/ui/Picture";
import { HeadingOrnament } from "@/ui/PucukRebung";
import { Skeleton } from "@/ui/Skeleton";

const box = "aspect-4/5 w-full";

export function AboutSection() {
  const m = useMessages();
  const { language } = useLanguage();
  const { data: about, state } = usePublicRead(aboutUsSectionQuery);
  if (state === "loading" && !about) return <AboutSkeleton />;
  if (!about) return null;
  const heading = getTranslated(about, "heading", language) || m.home.aboutUs;
  return (
    <section aria-labelledby="home-about" className={layoutLook}>
      <Picture
        url={about.image.url}
        alt={m.common.picture(heading)}
        sizes="(min-width: 82rem) 30.1rem, (min-width: 64rem) calc(38.3vw - 1.2rem), 92vw"
        width={480}
        height={600}
        className={`${box} lg:col-span-5`}
      />
      <div className="lg:col-span-6 lg:col-start-7">
        <HeadingOrnament className="mb-5" />
        <h2 id="home-about" className="text-title">
          {heading}
        </h2>
        <p className="mt-6 max-w-prose text-lg leading-relaxed">
          <MultilineText text={getTranslated(about, "description", language)} />
        </p>
        <Link to="/about-us" className={buttonClassName("quiet", "mt-6")}>
          {m.home.moreAboutUs}
        </Link>
      </div>
    </section>
  );
}

const layoutLook = "lower measure grid items-center gap-10 lg:grid-cols-12 lg:gap-8";

function AboutSkeleton() {
  return (
    <div className={layoutLook}>
      <Skeleton className={`${box} lg:col-span-5`} />
      <div className="flex flex-col gap-4 lg:col-span-6 lg:col-start-7">
        <Skeleton className="h-14 w-3/5" />
        <Skeleton className="h-48 w-full" />
      </div>
    </div>
  );
}
