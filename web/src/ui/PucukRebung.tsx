// The bamboo-shoot triangles of tapis cloth, the only ornament of the shop: a woven band that fills its width.

import { useId } from "react";
import { classNames } from "./classNames";

const shootWidth = 28;
const shootHeight = 26;

/** Purely decorative. `flipped` lets the shoots hang down, for the upper edge of a cloth. */
export function PucukRebungOrnament({ className, flipped = false }: { className?: string; flipped?: boolean }) {
  const pattern = useId();
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={shootHeight}
      className={classNames("block text-ornament", flipped && "-scale-y-100", className)}
    >
      <defs>
        <pattern id={pattern} width={shootWidth} height={shootHeight} patternUnits="userSpaceOnUse">
          <Shoot />
        </pattern>
      </defs>
      <rect width="100%" height={shootHeight} fill={`url(#${pattern})`} />
    </svg>
  );
}

function Shoot() {
  return (
    <g fill="currentColor">
      <path d="M14 1 27 22H1L14 1Zm0 3.8L4.6 20h18.8L14 4.8Z" fillRule="evenodd" />
      <path d="m14 9 5.7 9.2H8.3L14 9Z" />
      <path d="m0 2.5 2.6 4L0 10.5l-2.6-4 2.6-4Zm28 0 2.6 4-2.6 4-2.6-4 2.6-4Z" />
      <path d="M0 24h28v1.5H0z" />
    </g>
  );
}

/** The ornament of a heading: three small shoots in gold. */
export function HeadingOrnament({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 62 16"
      width="62"
      height="16"
      className={classNames("text-ornament", className)}
    >
      <g fill="currentColor">
        <path d="M31 0 41 16H21L31 0Zm0 3.2L24.2 14.2h13.6L31 3.2Zm0 4.2 3 4.8h-6l3-4.8Z" fillRule="evenodd" />
        <path d="m11 6 6.2 10H4.8L11 6Zm40 0 6.2 10H44.8L51 6Z" />
      </g>
    </svg>
  );
}
