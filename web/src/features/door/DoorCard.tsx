// The picture of a card at the door: as this phone keeps it, else from the shop.

import { useEffect, useState } from "react";
import { cachedCard } from "@/data/doorCards";
import type { StoredImage } from "@/data/tables";
import { Comcard } from "@/entities/Comcard";

const SIZE = { width: 180, height: 240, className: "h-60 w-45" };

export function DoorCard({ image }: { image: StoredImage }) {
  const kept = useKeptCard(image.filename);
  if (kept === "unknown") return <span className={SIZE.className} />;
  if (!kept) return <Comcard image={image} first {...SIZE} />;
  return <img src={kept} alt="" {...SIZE} className={`${SIZE.className} object-cover`} />;
}

/** Its address, null where this phone has none. */
function useKeptCard(filename: string): string | null {
  const [kept, setKept] = useState<string | null>("unknown");
  useEffect(() => {
    let address: string | null = null;
    let isGone = false;
    void cachedCard(filename).then((picture) => {
      if (isGone) return;
      address = picture && URL.createObjectURL(picture);
      setKept(address);
    });
    return () => {
      isGone = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, [filename]);
  return kept;
}
