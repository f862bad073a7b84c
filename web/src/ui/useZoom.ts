// Looking closely: zoomed by pinch, wheel, double click or keys, and moved by one finger, the mouse or the arrow keys.

import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

const LARGEST = 4;
const STEP = 1.5;
const WHEEL_SPEED = 0.0025;

type Point = { x: number; y: number };
/** The picture's centre lies at x and y, from the centre of its box. */
type View = Point & { scale: number };

const whole: View = { scale: 1, x: 0, y: 0 };
const centre: Point = { x: 0, y: 0 };

export interface Zoom {
  box: RefObject<HTMLDivElement | null>;
  view: View;
  isZoomed: boolean;
  isLargest: boolean;
  closer: () => void;
  farther: () => void;
  reset: () => void;
  /** Moves by so many parts of the box. */
  move: (x: number, y: number) => void;
  handlers: ReturnType<typeof usePointers>;
}

/**
 * `isShown`: whether the box is in the page. `scrolls`: whether the page around it scrolls; the wheel is the page's then,
 * but for a pinch, until the picture is looked at closely.
 */
export function useZoom(isShown: boolean, scrolls = false): Zoom {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(whole);
  const change = (next: (before: View) => View) => setView((before) => within(next(before), box.current));
  const zoomBy = (factor: number, at = centre) => change((before) => zoomed(before, factor, at));
  const moveBy = ({ x, y }: Point) => change((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  useWheel(box, isShown, zoomBy, scrolls && view.scale === 1);
  return {
    box,
    view,
    isZoomed: view.scale > 1,
    isLargest: view.scale === LARGEST,
    closer: () => zoomBy(STEP),
    farther: () => zoomBy(1 / STEP),
    reset: () => setView(whole),
    move: (x, y) => {
      const { clientWidth = 0, clientHeight = 0 } = box.current ?? {};
      moveBy({ x: x * clientWidth, y: y * clientHeight });
    },
    handlers: usePointers(box, zoomBy, moveBy, view.scale > 1),
  };
}

/** What lies under the point stays there. */
function zoomed({ scale, x, y }: View, factor: number, at: Point): View {
  const next = Math.min(Math.max(scale * factor, 1), LARGEST);
  const grown = next / scale;
  return { scale: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown };
}

/** The picture never leaves its box. */
function within({ scale, x, y }: View, box: HTMLElement | null): View {
  const [mostX, mostY] = [box?.clientWidth ?? 0, box?.clientHeight ?? 0].map((size) => ((scale - 1) * size) / 2);
  return { scale, x: clamped(x, mostX ?? 0), y: clamped(y, mostY ?? 0) };
}

const clamped = (value: number, most: number) => Math.min(Math.max(value, -most), most);

function pointIn(box: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = box?.getBoundingClientRect() ?? {};
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

type ZoomBy = (factor: number, at?: Point) => void;

/** Not by React, whose listener could not keep the browser from zooming the page as well. */
function useWheel(box: RefObject<HTMLElement | null>, isShown: boolean, zoomBy: ZoomBy, onlyPinch: boolean): void {
  const turn = useEffectEvent((event: WheelEvent) => {
    // A pinch on a touchpad comes as a wheel with Ctrl.
    if (onlyPinch && !event.ctrlKey) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY * WHEEL_SPEED), pointIn(box.current, event));
  });
  useEffect(() => {
    const element = isShown ? box.current : null;
    const listen = (event: WheelEvent) => turn(event);
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [isShown, box]);
}

function usePointers(
  box: RefObject<HTMLElement | null>,
  zoomBy: ZoomBy,
  moveBy: (by: Point) => void,
  isZoomed: boolean,
) {
  const fingers = useRef(new Map<number, Point>());
  const end = (event: PointerEvent) => fingers.current.delete(event.pointerId);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      fingers.current.set(event.pointerId, pointIn(box.current, event));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = pointIn(box.current, event);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, now);
      if (other) zoomBy(distance(now, other) / Math.max(distance(before, other), 1), middle(now, other));
      else moveBy({ x: now.x - before.x, y: now.y - before.y });
    },
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick: (event: { clientX: number; clientY: number }) =>
      zoomBy(isZoomed ? 1 / LARGEST : STEP ** 2, pointIn(box.current, event)),
  };
}

const distance = (one: Point, two: Point) => Math.hypot(one.x - two.x, one.y - two.y);
const middle = (one: Point, two: Point): Point => ({ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 });
