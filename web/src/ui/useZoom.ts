// Zooming by pinch, wheel, double click or keys, and panning by one finger, the mouse or the arrow keys.

import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";

const MAX_SCALE = 4;
const STEP = 1.5;
const WHEEL_SPEED = 0.0025;

type Point = { x: number; y: number };
/** `x` and `y` are the offset of the picture's centre from the centre of its box. */
type View = Point & { scale: number };

const initialView: View = { scale: 1, x: 0, y: 0 };
const centre: Point = { x: 0, y: 0 };

export interface ZoomState {
  ref: (box: HTMLElement | null) => void;
  view: View;
  isZoomed: boolean;
  isMaxScale: boolean;
  zoomIn: () => void;
  zoomOut: () => void;
  reset: () => void;
  /** Pans by fractions of the box's size. */
  pan: (x: number, y: number) => void;
  handlers: ReturnType<typeof usePointers>;
}

/** `scrolls`: the page around it scrolls, so until the picture is zoomed only a pinch zooms and the wheel scrolls the page. */
export function useZoom(scrolls = false): ZoomState {
  const [box, ref] = useState<HTMLElement | null>(null);
  const [view, setView] = useState(initialView);
  const updateView = (next: (previous: View) => View) => setView((before) => within(next(before), box));
  const zoomBy = (factor: number, at = centre) => updateView((previous) => zoomed(previous, factor, at));
  const panBy = ({ x, y }: Point) => updateView((previous) => ({ ...previous, x: previous.x + x, y: previous.y + y }));
  useWheel(box, zoomBy, scrolls && view.scale === 1);
  return {
    ref,
    view,
    isZoomed: view.scale > 1,
    isMaxScale: view.scale === MAX_SCALE,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    reset: () => setView(initialView),
    pan: (x, y) => {
      const { clientWidth = 0, clientHeight = 0 } = box ?? {};
      panBy({ x: x * clientWidth, y: y * clientHeight });
    },
    handlers: usePointers(box, zoomBy, panBy, view.scale > 1),
  };
}

/** Keeps the point under the pointer fixed. */
function zoomed({ scale, x, y }: View, factor: number, at: Point): View {
  const next = Math.min(Math.max(scale * factor, 1), MAX_SCALE);
  const ratio = next / scale;
  return { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

/** Keeps the picture inside its box. */
function within({ scale, x, y }: View, box: HTMLElement | null): View {
  const [maxX, maxY] = [box?.clientWidth ?? 0, box?.clientHeight ?? 0].map((size) => ((scale - 1) * size) / 2);
  return { scale, x: clamped(x, maxX ?? 0), y: clamped(y, maxY ?? 0) };
}

const clamped = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit);

function pointIn(box: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = box?.getBoundingClientRect() ?? {};
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

type ZoomBy = (factor: number, at?: Point) => void;

/** Not a React listener: those are passive for `wheel` and cannot stop the browser from zooming the page. */
function useWheel(box: HTMLElement | null, zoomBy: ZoomBy, pinchOnly: boolean): void {
  const handleWheel = useEffectEvent((event: WheelEvent) => {
    // A touchpad pinch arrives as a wheel event with Ctrl.
    if (pinchOnly && !event.ctrlKey) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY * WHEEL_SPEED), pointIn(box, event));
  });
  useEffect(() => {
    const listener = (event: WheelEvent) => handleWheel(event);
    box?.addEventListener("wheel", listener, { passive: false });
    return () => box?.removeEventListener("wheel", listener);
  }, [box]);
}

function usePointers(box: HTMLElement | null, zoomBy: ZoomBy, panBy: (offset: Point) => void, isZoomed: boolean) {
  const fingers = useRef(new Map<number, Point>());
  const removeFinger = (event: PointerEvent) => fingers.current.delete(event.pointerId);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      fingers.current.set(event.pointerId, pointIn(box, event));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = pointIn(box, event);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, now);
      if (other) zoomBy(distance(now, other) / Math.max(distance(before, other), 1), midpoint(now, other));
      else panBy({ x: now.x - before.x, y: now.y - before.y });
    },
    onPointerUp: removeFinger,
    onPointerCancel: removeFinger,
    onDoubleClick: (event: { clientX: number; clientY: number }) =>
      zoomBy(isZoomed ? 1 / MAX_SCALE : STEP ** 2, pointIn(box, event)),
  };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const midpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
