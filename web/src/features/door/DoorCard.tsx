// A comp card at the door: the copy on this device, or else from the server.

import { useEffect, useState } from "react";
import { getCachedDoorCard } from "@/data/doorCards";
import type { StoredImage } from "@/data/tables";
import { ComcardPicture } from "@/entities/ComcardPicture";

const SIZE = { width: 180, height: 240, className: "h-60 w-45" };

export function DoorCard({ image }: { image: StoredImage }) {
  const cachedUrl = useCachedCard(image.filename);
  if (cachedUrl === "unknown") return <span className={SIZE.className} />;
  if (!cachedUrl) return <ComcardPicture image={image} first {...SIZE} />;
  return <img src={cachedUrl} alt="" {...SIZE} className={`${SIZE.className} object-cover`} />;
}

/** Its object URL; null if it is not cached. */
function useCachedCard(filename: string): string | null {
  const [url, setUrl] = useState<string | null>("unknown");
  useEffect(() => {
    let objectUrl: string | null = null;
    let isCancelled = false;
    void getCachedDoorCard(filename).then((picture) => {
      if (isCancelled) return;
      objectUrl = picture && URL.createObjectURL(picture);
      setUrl(objectUrl);
    });
    return () => {
      isCancelled = true;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [filename]);
  return url;
}
