// The phone's camera: says each code that comes into its view, once until another one came or it was out of sight.

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createCodeDetector } from "@/lib/codeDetector";
import { wait } from "@/lib/wait";
import { useCrewMessages } from "@/messages/crew";
import { Button } from "@/ui/Button";

const PAUSE_MS = 80;
const OUT_OF_SIGHT_MS = 2_000;

export function Camera({ onCode }: { onCode: (text: string) => void }) {
  const { door: words } = useCrewMessages();
  const video = useRef<HTMLVideoElement>(null);
  const [round, setRound] = useState(0);
  const [off, setOff] = useState(false);
  const say = useEffectEvent(onCode);
  useEffect(() => {
    const stop = new AbortController();
    const fail = (failure: unknown) => {
      console.warn(failure);
      if (!stop.signal.aborted) setOff(true);
    };
    if (video.current) watch(video.current, stop.signal, say).catch(fail);
    setOff(false);
    return () => stop.abort();
  }, [round]);
  if (off)
    return (
      <div className="my-3 border border-line p-4">
        <p role="alert">{words.cameraOff}</p>
        <Button look="outline" className="mt-3" onClick={() => setRound(round + 1)}>
          {words.again}
        </Button>
        <video ref={video} muted playsInline className="hidden" />
      </div>
    );
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label={words.camera}
      className="my-3 aspect-square max-h-[45svh] w-full bg-tint object-cover"
    />
  );
}

async function watch(video: HTMLVideoElement, signal: AbortSignal, say: (text: string) => void): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return end();
  const detector = createCodeDetector();
  signal.addEventListener("abort", () => {
    end();
    detector.close();
  });
  video.srcObject = stream;
  await video.play();
  const isNew = newCodes();
  while (!signal.aborted) {
    for (const text of await detector.read(video)) if (isNew(text)) say(text);
    await wait(PAUSE_MS);
  }
}

function newCodes(): (text: string) => boolean {
  let last = "";
  let seenAt = 0;
  return (text) => {
    const now = performance.now();
    const isNew = text !== last || now - seenAt > OUT_OF_SIGHT_MS;
    last = text;
    seenAt = now;
    return isNew;
  };
}
