// The icons of the shop: 1.5 px strokes on a 24 px grid.

import type { SVGProps } from "react";

const paths = {
  bag: "M5 8.5h14l-.9 11.5H5.9L5 8.5Zm3.5 0V7a3.5 3.5 0 0 1 7 0v1.5",
  chat: "M4.5 19.5 6 15.6a8 8 0 1 1 3 2.6l-4.5 1.3Z",
  close: "m5.5 5.5 13 13m0-13-13 13",
  copy: "M9 9h10.5v10.5H9V9Zm-4.5 6V4.5H15",
  done: "m5 12.5 4.5 4.5L19 7.5",
  down: "m6 9.5 6 6 6-6",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 2.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Z",
  eyeOff:
    "M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.3M6.2 7.4A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.3-1.1M10.1 10.1a2.75 2.75 0 0 0 3.8 3.8",
  heart: "M12 20 4.6 12.4a4.7 4.7 0 0 1 6.7-6.6l.7.7.7-.7a4.7 4.7 0 0 1 6.7 6.6L12 20Z",
  left: "M19.5 12h-15m6-6-6 6 6 6",
  menu: "M3.5 7h17m-17 5h17m-17 5h17",
  minus: "M5.5 12h13",
  plus: "M5.5 12h13M12 5.5v13",
  right: "M4.5 12h15m-6-6 6 6-6 6",
  share: "M12 15V4m-4 4 4-4 4 4M6 12v7.5h12V12",
  turn: "M18.5 8.5A7.5 7.5 0 1 0 19.5 12m-.5-7.5v4h-4",
  upload: "M12 16V4.5m-4.5 4.5L12 4.5 16.5 9M4.5 15.5v4h15v-4",
} as const;

export type IconName = keyof typeof paths;

/** Decorative: the control that contains it needs its own label. */
export function Icon({ name, className = "size-5", ...rest }: { name: IconName } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
      {...rest}
    >
      <path d={paths[name]} />
    </svg>
  );
}
