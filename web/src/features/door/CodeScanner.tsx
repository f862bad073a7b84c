// Scans codes with the camera; each is reported once, until it has been out of view.

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createQrCodeDetector } from "@/lib/createQrCodeDetector";
import { wait } from "@/lib/wait";
import { useCrewMessages } from "@/messages/crew";
import { Button } from "@/ui/Button";

const SCAN_INTERVAL_MS = 80;
const REPEAT_AFTER_MS = 2_000;

export function CodeScanner({ onCode }: { onCode: (text: string) => void }) {
  const { door: words } = useCrewMessages();
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [isOff, setIsOff] = useState(false);
  const reportCode = useEffectEvent(onCode);
  useEffect(() => {
    const controller = new AbortController();
    const handleFailure = (failure: unknown) => {
      console.warn(failure);
      if (!controller.signal.aborted) setIsOff(true);
    };
    if (video.current) scanCodes(video.current, controller.signal, reportCode).catch(handleFailure);
    setIsOff(false);
    return () => controller.abort();
  }, [attempt]);
  return (
    <>
      {isOff && (
        <div className="my-3 border border-line p-4">
          <p role="alert">{words.cameraOff}</p>
          <Button look="outline" className="mt-3" onClick={() => setAttempt(attempt + 1)}>
            {words.again}
          </Button>
        </div>
      )}
      {/* Always the same element, as the stream stays on the one it was started on. */}
      <video
        ref={video}
        muted
        playsInline
        aria-label={words.camera}
        className={isOff ? "hidden" : "my-3 aspect-square max-h-[45svh] w-full bg-tint object-cover"}
      />
    </>
  );
}

async function scanCodes(video: HTMLVideoElement, signal: AbortSignal, onCode: (text: string) => void): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const stopTracks = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return stopTracks();
  const detector = createQrCodeDetector();
  signal.addEventListener("abort", () => {
    stopTracks();
    detector.close();
  });
  video.srcObject = stream;
  await video.play();
  const findNew = createDeduplicator();
  while (!signal.aborted) {
    for (const text of findNew(await detector.read(video))) onCode(text);
    await wait(SCAN_INTERVAL_MS);
  }
}

/** Only readings tell that a code is out of view: on a busy phone seconds pass between two that see it. */
function createDeduplicator(): (texts: string[]) => string[] {
  const missingSince = new Map<string, number | null>();
  return (texts) => {
    const now = performance.now();
    const found = texts.filter((text) => !missingSince.has(text));
    for (const text of texts) missingSince.set(text, null);
    for (const [text, since] of missingSince) {
      if (texts.includes(text)) continue;
      if (since !== null && now - since > REPEAT_AFTER_MS) missingSince.delete(text);
      else missingSince.set(text, since ?? now);
    }
    return found;
  };
}
