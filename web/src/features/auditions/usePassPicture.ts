// The pass as an image: downloadable, and cached on the device as an offline page.

import { useEffect, useEffectEvent, useRef } from "react";
import { comcardImage } from "@/data/auditions";
import type { MyPass } from "@/data/myCastings";
import { fetchPicture, PERSONAL_PICTURE_WIDTHS } from "@/data/pictures";
import { sessionStore, useSession } from "@/data/session";
import { sortAppointments } from "@/entities/appointments";
import { downloadBlob } from "@/lib/download";
import { getTranslated } from "@/lib/getTranslated";
import { cachePersonalPage } from "@/lib/personalPages";
import type { QrMatrix } from "@/lib/qrMatrix";
import { getShop } from "@/lib/shop";
import { formatLongDateTime } from "@/lib/spokenDates";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";

export function usePassPicture(pass: MyPass, squares: QrMatrix | undefined) {
  const { casting: words } = useMessages();
  const { language } = useLanguage();
  const userId = useSession().user.id;
  const name = pass.card.name;
  // Later announcements override the appointments of earlier ones.
  const appointments = Object.assign({}, ...pass.announcements.map(({ appointments }) => appointments));
  const lines = sortAppointments(appointments).map(([kind, { starts_at, place }]) =>
    [`${words.kinds[kind]}: ${formatLongDateTime(starts_at, language)}`, place].filter(Boolean).join(", "),
  );

  async function draw(code: QrMatrix): Promise<Blob> {
    const [{ drawPassPicture }, card] = await Promise.all([import("./passPicture"), cardOf(pass)]);
    const event = pass.events ? getTranslated(pass.events, "name", language) : words.event;
    return drawPassPicture({
      squares: code,
      event: `${getShop().name} · ${event}`,
      number: pass.number,
      name,
      lines,
      card,
    });
  }

  const description = [words.passOf(name), words.number(pass.number), ...lines];
  const content = description.join("\n");
  const cachedContent = useRef("");
  const cachePass = useEffectEvent(async (code: QrMatrix) => {
    const { pathname } = location;
    cachedContent.current = content;
    const [{ buildPassPageHtml }, picture] = await Promise.all([import("./passPicture"), draw(code)]);
    const stored = words.passStored(formatLongDateTime(new Date(), language));
    const html = await buildPassPageHtml({
      picture,
      said: description,
      stored,
      current: words.passCurrent,
      language,
    });
    // An earlier drawing that took longer must not replace a later one, nor be left to the next user of the device.
    if (cachedContent.current === content && sessionStore.read().user.id === userId)
      await cachePersonalPage(pathname, html, userId);
  });
  useEffect(() => {
    if (squares && content) cachePass(squares).catch(console.warn);
  }, [squares, content]);

  return {
    lines,
    save: async () => {
      if (squares) downloadBlob(await draw(squares), `${words.passTitle} ${pass.number}.jpg`);
    },
  };
}

/** A pass is issued even if the comp card cannot be read. */
async function cardOf({ card }: MyPass): Promise<ImageBitmap | null> {
  try {
    const { filename } = card.comcard_image;
    return await createImageBitmap(await fetchPicture(comcardImage.folder, filename, PERSONAL_PICTURE_WIDTHS.small));
  } catch (failure) {
    console.warn(failure);
    return null;
  }
}
