// The focal point of a picture, which stays visible when it is cropped: set by clicking the picture or with two
// sliders.

import { type MouseEvent, useId } from "react";
import { useAdminMessages } from "@/messages/admin";
import { useField } from "../kit/formState";

export interface FocalPoint {
  focus_x: number;
  focus_y: number;
}

const fields = ["focus_x", "focus_y"] as const;
/** The granularity that the home page supports. */
const STEP = 5;

interface FocalPointFieldProps {
  /** The picture's URL. */
  url: string;
  point: FocalPoint;
  onPoint: (point: FocalPoint) => void;
}

export function FocalPointField({ url, point, onPoint }: FocalPointFieldProps) {
  const a = useAdminMessages();
  const { focus_x, focus_y } = point;
  const handleClick = ({ nativeEvent, currentTarget }: MouseEvent<HTMLElement>) =>
    onPoint({
      focus_x: snapToStep(nativeEvent.offsetX / currentTarget.clientWidth),
      focus_y: snapToStep(nativeEvent.offsetY / currentTarget.clientHeight),
    });
  return (
    <fieldset className="flex w-full flex-col gap-2">
      <legend className="pb-1.5 font-semibold">{a.slides.focalPoint}</legend>
      <div className="flex flex-wrap items-start gap-4">
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={handleClick}
          className="relative cursor-crosshair"
        >
          <img src={url} alt="" className="pointer-events-none max-h-50 max-w-full" />
          <span
            className="-translate-1/2 pointer-events-none absolute size-6 rounded-full border-2 border-white outline-2 outline-black"
            style={{ left: `${focus_x}%`, top: `${focus_y}%` }}
          />
        </button>
        <img
          src={url}
          alt={a.slides.onAPhone}
          className="h-50 w-25 object-cover"
          style={{ objectPosition: `${focus_x}% ${focus_y}%` }}
        />
      </div>
      <p className="text-caption text-muted">{a.slides.focalPointHint}</p>
      {fields.map((name) => (
        <Slider key={name} name={name} value={point[name]} onValue={(value) => onPoint({ ...point, [name]: value })} />
      ))}
    </fieldset>
  );
}

interface SliderProps {
  name: keyof FocalPoint;
  value: number;
  onValue: (value: number) => void;
}

function Slider({ name, value, onValue }: SliderProps) {
  const a = useAdminMessages();
  const { busy } = useField(name);
  const id = useId();
  return (
    <div className="flex items-center gap-4">
      <label htmlFor={id} className="w-32 shrink-0">
        {a.slides[name]}
      </label>
      <input
        id={id}
        name={name}
        type="range"
        step={STEP}
        value={value}
        disabled={busy}
        onChange={(event) => onValue(Number(event.target.value))}
        className="h-11 min-w-0 grow accent-(--accent-text)"
      />
    </div>
  );
}

function snapToStep(fraction: number): number {
  return Math.min(100, Math.max(0, Math.round((fraction * 100) / STEP) * STEP));
}
