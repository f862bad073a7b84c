// A proof of payment as large as the screen allows: zoomed as in the viewer, and turned by a quarter.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { PictureMissing } from "@/data/pictures";
import { proofPlaces } from "@/data/proofs";
import type { PaidPlace, StoredImage } from "@/data/tables";
import { FileLink } from "@/entities/PersonalPicture";
import { useMessages } from "@/messages";
import { sentenceFor } from "@/messages/failures";
import { useReviewMessages } from "@/messages/review";
import { buttonLook, IconButton } from "@/ui/Button";
import { classNames } from "@/ui/classNames";
import { Failure } from "@/ui/Failure";
import { Skeleton } from "@/ui/Skeleton";
import { useZoom, type Zoom } from "@/ui/useZoom";
import { proofQuery } from "./useReviewQueue";

const QUARTER = 90;

export interface Proof {
  zoom: Zoom;
  /** In degrees; it goes on beyond a full turn, so that the picture never spins back. */
  angle: number;
  turn: () => void;
}

/** `isShown`: whether the proof's box is in the page. */
export function useProof(isShown: boolean): Proof {
  const zoom = useZoom(isShown, true);
  const [angle, setAngle] = useState(0);
  const turn = () => {
    zoom.reset();
    setAngle(angle + QUARTER);
  };
  return { zoom, angle, turn };
}

interface ProofViewProps {
  place: PaidPlace;
  image: StoredImage;
  proof: Proof;
}

export function ProofView({ place, image, proof }: ProofViewProps) {
  const m = useMessages();
  const { proof: words } = useReviewMessages();
  const { data, error, refetch } = useQuery(proofQuery(place, image.filename));
  const address = useAddress(data, image.filename);
  const { zoom, turn } = proof;
  return (
    <figure aria-label={words.title} className="min-w-0 lg:sticky lg:top-32">
      <div
        ref={zoom.box}
        {...zoom.handlers}
        className={classNames(
          "@container-[size] relative h-[62dvh] select-none overflow-hidden bg-tint lg:h-[calc(100dvh-16rem)] lg:min-h-96",
          zoom.isZoomed ? "cursor-grab touch-none" : "cursor-zoom-in touch-pan-y",
        )}
      >
        {address && <Turned address={address} alt={words.title} proof={proof} />}
        {!address && !error && <Skeleton className="size-full" />}
        {error instanceof PictureMissing && <p className="p-6 text-danger">{words.missing}</p>}
      </div>
      {error && !(error instanceof PictureMissing) && (
        <Failure message={sentenceFor(error, m)} retryLabel={m.common.tryAgain} onRetry={() => void refetch()} />
      )}
      <figcaption className="flex flex-wrap items-center gap-x-2">
        <IconButton
          icon="minus"
          label={m.viewer.farther}
          aria-disabled={!zoom.isZoomed}
          onClick={zoom.farther}
          className={tool}
        />
        <IconButton
          icon="plus"
          label={m.viewer.closer}
          aria-disabled={zoom.isLargest}
          onClick={zoom.closer}
          className={tool}
        />
        <IconButton icon="turn" label={words.turn} onClick={turn} className={tool} />
        {address && (
          <FileLink
            folder={proofPlaces[place].folder}
            image={image}
            shownUrl={address}
            className={buttonLook("quiet", "ml-auto")}
          >
            {words.original}
          </FileLink>
        )}
      </figcaption>
    </figure>
  );
}

const tool = "hover:bg-tint aria-disabled:opacity-40";

/** Lying on its side, it is as wide as the box is high. */
function Turned({ address, alt, proof: { zoom, angle } }: { address: string; alt: string; proof: Proof }) {
  const { scale, x, y } = zoom.view;
  const isOnItsSide = angle % (2 * QUARTER) !== 0;
  return (
    <img
      src={address}
      alt={alt}
      draggable={false}
      style={{ transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) scale(${scale}) rotate(${angle}deg)` }}
      className={classNames(
        "absolute top-1/2 left-1/2 max-w-none object-contain",
        isOnItsSide ? "h-[100cqw] w-[100cqh]" : "size-full",
      )}
    />
  );
}

/** Of this page's memory; the file's name behind the "#" says which picture it is. */
function useAddress(picture: Blob | undefined, filename: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(`${made}#${encodeURIComponent(filename)}`);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [picture, filename]);
  return address;
}
