// The icons of the player, drawn on a grid of 20.

import type { ReactNode } from "react";

export { ListIcon } from "../ui/icons.tsx";

const Line = ({ children }: { readonly children: ReactNode }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    aria-hidden="true"
    focusable="false"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
);

export const PreviousIcon = () => (
  <Line>
    <path d="M5 4.500v11M15 5 8.500 10l6.500 5z" />
  </Line>
);
export const NextIcon = () => (
  <Line>
    <path d="M15 4.500v11M5 5l6.500 5L5 15z" />
  </Line>
);
export const MoonIcon = () => (
  <Line>
    <path d="M16 11.800A6.500 6.500 0 0 1 8.200 4a6.500 6.500 0 1 0 7.800 7.800Z" />
  </Line>
);
export const BookmarkIcon = () => (
  <Line>
    <path d="M6 3.500h8v13l-4-3-4 3z" />
  </Line>
);
export const VolumeIcon = () => (
  <Line>
    <path d="M4 8v4h2.500L10 15V5L6.500 8zM13 7.500a3.500 3.500 0 0 1 0 5M15.200 5.300a6.500 6.500 0 0 1 0 9.400" />
  </Line>
);
