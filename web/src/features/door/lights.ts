// The signal of a scan result: go, ask, stop, or pending.

import type { ScanResult } from "@/data/tables";

export type SignalLight = "green" | "yellow" | "red" | "none";

const lights: Record<ScanResult["answer"], SignalLight> = {
  welcome: "green",
  already_in: "yellow",
  other_day: "yellow",
  fee_unpaid: "yellow",
  declined: "red",
  not_announced: "red",
  other_event: "red",
  unknown: "red",
};

export function getSignalLight(result: ScanResult | null): SignalLight {
  return result ? lights[result.answer] : "none";
}

/** So that the signal does not rely on colour alone. */
export const signalLightSymbols: Record<SignalLight, string> = { green: "✓", yellow: "!", red: "✕", none: "…" };

/** The frequencies of a signal in sequence, and the duration of each. */
const tones: Record<SignalLight, { hertz: readonly number[]; seconds: number }> = {
  green: { hertz: [660, 990], seconds: 0.12 },
  yellow: { hertz: [440, 440], seconds: 0.18 },
  red: { hertz: [160], seconds: 0.6 },
  none: { hertz: [330], seconds: 0.12 },
};

let audio: AudioContext | undefined;

/** Browsers block audio before the first user gesture, unless the camera is on. */
export function playSignal(light: SignalLight): void {
  navigator.vibrate?.(light === "green" ? 80 : [120, 80, 120]);
  audio ??= new AudioContext();
  void audio.resume();
  const { hertz, seconds } = tones[light];
  for (const [index, frequency] of hertz.entries())
    play(audio, frequency, audio.currentTime + index * seconds, seconds);
}

function play(context: AudioContext, frequency: number, start: number, seconds: number): void {
  const tone = new OscillatorNode(context, { frequency, type: "square" });
  const volume = new GainNode(context, { gain: 0.2 });
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds * 0.9);
}
