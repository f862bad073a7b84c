// The entrance pass of an accepted person: number, name, comp card and QR code.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchPass, type MyPass } from "@/data/myCastings";
import { useSession } from "@/data/session";
import { ComcardPicture } from "@/entities/ComcardPicture";
import { QrCode, useQrCodeSvg } from "@/entities/QrCode";
import { ReadFailure } from "@/entities/ReadFailure";
import { getTranslated } from "@/lib/getTranslated";
import { deletePersonalPage } from "@/lib/personalPages";
import { useShop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { Button, buttonClassName } from "@/ui/Button";
import { useDocumentTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { Skeleton } from "@/ui/Skeleton";
import { usePassPicture } from "./usePassPicture";
import { ANNOUNCEMENTS_PATH } from "./useRegistrationSubmission";

export default function PassPage() {
  const [, , , uuid = ""] = useLocation().pathname.split("/");
  const m = useMessages();
  const userId = useSession().user.id;
  const { data, error, refetch } = useQuery({
    queryKey: ["my auditions", userId, uuid],
    queryFn: () => fetchPass(uuid),
  });
  useDocumentTitle(data ? m.casting.passOf(data.card.name) : m.casting.passTitle);
  const isRevoked = data !== undefined && !data?.announcements.at(-1)?.accepted;
  useEffect(() => {
    if (isRevoked) deletePersonalPage(location.pathname).catch(console.warn);
  }, [isRevoked]);
  return (
    <div className="measure pt-8 print:p-0">
      {error && !data && <ReadFailure error={error} refetch={refetch} />}
      {isRevoked ? (
        <RevokedPass />
      ) : data ? (
        <Pass pass={data} />
      ) : (
        !error && <Skeleton className="mx-auto h-160 max-w-sm" />
      )}
    </div>
  );
}

function RevokedPass() {
  const { casting: words } = useMessages();
  return (
    <>
      <h1 className="pb-4 text-title">{words.passTitle}</h1>
      <p className="mb-6 text-lg">{words.passGone}</p>
      <BackLink />
    </>
  );
}

function BackLink() {
  const { casting: words } = useMessages();
  return (
    <Link to={ANNOUNCEMENTS_PATH} className={buttonClassName("quiet")}>
      {words.announcements}
    </Link>
  );
}

function Pass({ pass }: { pass: MyPass }) {
  const { casting: words } = useMessages();
  const { language } = useLanguage();
  const { name: shopName } = useShop();
  const { data: qrCode } = useQrCodeSvg(pass.token);
  const { lines, save } = usePassPicture(pass, qrCode?.squares);
  const { name, comcard_image: image } = pass.card;
  return (
    <>
      <article className="sheet max-w-sm text-center">
        <p className="eyebrow text-muted">{shopName}</p>
        <p>{pass.events ? getTranslated(pass.events, "name", language) : words.event}</p>
        <h1 className="mt-2 break-words text-heading">{name}</h1>
        <p className="font-semibold text-[6rem] tabular-nums leading-none">
          <span className="sr-only">{words.number(pass.number)}</span>
          <span aria-hidden="true">{pass.number}</span>
        </p>
        <div className="mt-4 grid gap-4">
          {qrCode ? <QrCode {...qrCode} label={words.passCode} /> : <Skeleton className="aspect-square w-full" />}
          <ComcardPicture
            image={image}
            alt={words.passOf(name)}
            width={300}
            height={400}
            first
            className="mx-auto aspect-3/4 w-40"
          />
        </div>
        {lines.map((line) => (
          <p key={line} className="mt-2">
            {line}
          </p>
        ))}
      </article>
      <div className="mx-auto mt-6 flex max-w-sm flex-col items-center gap-3 print:hidden">
        <p className="text-caption text-muted">{words.passLead}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={() => void save().catch(console.error)}>{words.savePass}</Button>
          <Button look="outline" onClick={() => window.print()}>
            {words.printPass}
          </Button>
        </div>
        <BackLink />
      </div>
    </>
  );
}
