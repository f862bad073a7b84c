// A proof of payment, as large as possible: zoomable as in the viewer, and rotatable by quarter turns.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { PictureMissingError } from "@/data/pictures";
import { proofPictureColumns } from "@/data/proofs";
import type { PaidTable, StoredImage } from "@/data/tables";
import { PictureFileLink } from "@/entities/PersonalPicture";
import { ReadFailure } from "@/entities/ReadFailure";
import { useMessages } from "@/messages";
import { useReviewMessages } from "@/messages/review";
import { buttonClassName, IconButton } from "@/ui/Button";
import { classNames } from "@/ui/classNames";
import { LimitButton } from "@/ui/LimitButton";
import { Skeleton } from "@/ui/Skeleton";
import { useZoom, type ZoomState } from "@/ui/useZoom";
import { proofQuery } from "./useReviewQueue";

const QUARTER = 90;

interface ProofViewState {
  zoom: ZoomState;
  /** In degrees; exceeds 360 rather than wrapping, so that the transition never rotates backwards. */
  angle: number;
  rotate: () => void;
}

export function useProofViewState(): ProofViewState {
  const zoom = useZoom(true);
  const [angle, setAngle] = useState(0);
  const rotate = () => {
    zoom.reset();
    setAngle(angle + QUARTER);
  };
  return { zoom, angle, rotate };
}

interface ProofViewProps {
  table: PaidTable;
  image: StoredImage;
  proof: ProofViewState;
}

export function ProofView({ table, image, proof }: ProofViewProps) {
  const m = useMessages();
  const { proof: words } = useReviewMessages();
  const { data, error, refetch } = useQuery(proofQuery(table, image.filename));
  const url = useObjectUrl(data, image.filename);
  const { zoom, rotate } = proof;
  return (
    <figure aria-label={words.title} className="min-w-0 lg:sticky lg:top-32">
      <div
        ref={zoom.ref}
        {...zoom.handlers}
        className={classNames(
          "@container-[size] relative h-[62dvh] select-none overflow-hidden bg-tint lg:h-[calc(100dvh-16rem)] lg:min-h-96",
          zoom.isZoomed ? "cursor-grab touch-none" : "cursor-zoom-in touch-pan-y",
        )}
      >
        {url && <RotatedImage address={url} alt={words.title} proof={proof} />}
        {!url && !error && <Skeleton className="size-full" />}
        {error instanceof PictureMissingError && <p className="p-6 text-danger">{words.missing}</p>}
      </div>
      {error && !(error instanceof PictureMissingError) && <ReadFailure error={error} refetch={refetch} />}
      <figcaption className="flex flex-wrap items-center gap-x-2">
        <LimitButton
          icon="minus"
          label={m.viewer.farther}
          disabled={!zoom.isZoomed}
          onClick={zoom.zoomOut}
          className={toolLook}
        />
        <LimitButton
          icon="plus"
          label={m.viewer.closer}
          disabled={zoom.isMaxScale}
          onClick={zoom.zoomIn}
          className={toolLook}
        />
        <IconButton icon="turn" label={words.turn} onClick={rotate} className={toolLook} />
        {url && (
          <PictureFileLink
            folder={proofPictureColumns[table].folder}
            image={image}
            shownUrl={url}
            className={buttonClassName("quiet", "ml-auto")}
          >
            {words.original}
          </PictureFileLink>
        )}
      </figcaption>
    </figure>
  );
}

const toolLook = "hover:bg-tint";

/** On its side, the picture's width is limited by the box's height. */
function RotatedImage({
  address,
  alt,
  proof: { zoom, angle },
}: {
  address: string;
  alt: string;
  proof: ProofViewState;
}) {
  const { scale, x, y } = zoom.view;
  const isSideways = angle % (2 * QUARTER) !== 0;
  return (
    <img
      src={address}
      alt={alt}
      draggable={false}
      style={{ transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) scale(${scale}) rotate(${angle}deg)` }}
      className={classNames(
        "absolute top-1/2 left-1/2 max-w-none object-contain",
        isSideways ? "h-[100cqw] w-[100cqh]" : "size-full",
      )}
    />
  );
}

/** An object URL; the fragment carries the file name. */
function useObjectUrl(picture: Blob | undefined, filename: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const objectUrl = URL.createObjectURL(picture);
    setUrl(`${objectUrl}#${encodeURIComponent(filename)}`);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(null);
    };
  }, [picture, filename]);
  return url;
}
