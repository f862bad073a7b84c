// A QR code as SVG; the encoder is loaded on first use.

import { useQuery } from "@tanstack/react-query";
import type { QrMatrix } from "@/lib/qrMatrix";

export function useQrCodeSvg(text: string | null) {
  return useQuery({
    queryKey: ["drawn code", text],
    queryFn: async () => {
      const { buildQrSvgPath, encodeQrMatrix } = await import("@/lib/qrMatrix");
      const squares = encodeQrMatrix(text ?? "");
      return { squares, outline: buildQrSvgPath(squares) };
    },
    enabled: text !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Black on white in both colour schemes: not every app reads inverted codes. */
export function QrCode({ squares, outline, label }: { squares: QrMatrix; outline: string; label: string }) {
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
