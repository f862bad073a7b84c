// How an answer is shown and heard at a door: go, ask, stop, or not known yet.

import type { ScanResult } from "@/data/tables";

export type Light = "green" | "yellow" | "red" | "none";

const lights: Record<ScanResult["answer"], Light> = {
  welcome: "green",
  already_in: "yellow",
  other_day: "yellow",
  fee_unpaid: "yellow",
  declined: "red",
  other_event: "red",
  unknown: "red",
};

export function lightOf(result: ScanResult | null): Light {
  return result ? lights[result.answer] : "none";
}

/** Not by colour alone. */
export const lightSigns: Record<Light, string> = { green: "✓", yellow: "!", red: "✕", none: "…" };

/** Frequencies, one after the other, and how long each is heard. */
const tones: Record<Light, { hertz: readonly number[]; seconds: number }> = {
  green: { hertz: [660, 990], seconds: 0.12 },
  yellow: { hertz: [440, 440], seconds: 0.18 },
  red: { hertz: [160], seconds: 0.6 },
  none: { hertz: [330], seconds: 0.12 },
};

let speaker: AudioContext | undefined;

/** A browser plays nothing before the first touch, unless its camera is on. */
export function playSignal(light: Light): void {
  navigator.vibrate?.(light === "green" ? 80 : [120, 80, 120]);
  speaker ??= new AudioContext();
  void speaker.resume();
  const { hertz, seconds } = tones[light];
  for (const [place, frequency] of hertz.entries())
    play(speaker, frequency, speaker.currentTime + place * seconds, seconds);
}

function play(context: AudioContext, frequency: number, from: number, seconds: number): void {
  const tone = new OscillatorNode(context, { frequency, type: "square" });
  const volume = new GainNode(context, { gain: 0.2 });
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + seconds * 0.9);
}
