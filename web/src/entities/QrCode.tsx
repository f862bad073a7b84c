// A QR code on the screen; what draws it is loaded with the first one.

import { useQuery } from "@tanstack/react-query";
import type { Squares } from "@/lib/qrDrawing";

export function useDrawnCode(text: string | null) {
  return useQuery({
    queryKey: ["drawn code", text],
    queryFn: async () => {
      const { outlineOf, squaresOf } = await import("@/lib/qrDrawing");
      const squares = squaresOf(text ?? "");
      return { squares, outline: outlineOf(squares) };
    },
    enabled: text !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Black on white in both colour schemes: not every app reads a code the other way round. */
export function QrCode({ squares, outline, label }: { squares: Squares; outline: string; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${squares.length} ${squares.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-full bg-white"
    >
      <path d={outline} fill="#000" />
    </svg>
  );
}
