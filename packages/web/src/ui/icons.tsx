// The icons, drawn on a grid of 20. Each is decoration: the button beside it has a name.

import type { ReactNode } from "react";

function Icon({ children, filled = false }: { readonly children: ReactNode; readonly filled?: boolean }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth={filled ? 0 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export const PlayIcon = () => (
  <Icon filled>
    <path d="M6 3.9v12.2c0 .7.8 1.2 1.4.8l9.4-6.1a1 1 0 0 0 0-1.6L7.4 3.1c-.6-.4-1.4.1-1.4.8Z" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon filled>
    <path d="M5.5 3.5h3v13h-3zM11.5 3.5h3v13h-3z" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);
export const PlusIcon = () => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon filled>
    <circle cx="4.5" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="15.5" cy="10" r="1.5" />
  </Icon>
);
export const PencilIcon = () => (
  <Icon>
    <path d="M4 16l.8-3.4 8.6-8.6a1.6 1.6 0 0 1 2.3 0l.3.3a1.6 1.6 0 0 1 0 2.3l-8.6 8.6L4 16ZM12 5.4l2.6 2.6" />
  </Icon>
);
export const BinIcon = () => (
  <Icon>
    <path d="M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5" />
    <path d="m13 13 4 4" />
  </Icon>
);
export const UndoIcon = () => (
  <Icon>
    <path d="M7 4 3.5 7.5 7 11M4 7.5h7.5a4.5 4.5 0 0 1 0 9H8" />
  </Icon>
);
export const RedoIcon = () => (
  <Icon>
    <path d="m13 4 3.5 3.5L13 11M16 7.5H8.500a4.500 4.500 0 0 0 0 9H12" />
  </Icon>
);
export const HistoryIcon = () => (
  <Icon>
    <path d="M3.500 10a6.500 6.500 0 1 0 2-4.700M3.500 3.500v3h3M10 6.500V10l2.500 1.500" />
  </Icon>
);
export const FlagIcon = () => (
  <Icon>
    <path d="M5 17.500V3.500M5 4h9.500l-2 3.250 2 3.250H5" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <path d="m4.500 10.500 3.500 3.500 7.500-8.500" />
  </Icon>
);
export const BackIcon = () => (
  <Icon>
    <path d="m12 4-6 6 6 6" />
  </Icon>
);
export const ForwardIcon = () => (
  <Icon>
    <path d="m8 4 6 6-6 6" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon>
    <path d="m6 8 4 4 4-4" />
  </Icon>
);
export const SoundIcon = () => (
  <Icon>
    <path d="M8 15V4.500l7.500-1.500v10" />
    <circle cx="5.800" cy="15" r="2.200" />
    <circle cx="13.300" cy="13" r="2.200" />
  </Icon>
);
export const KeyboardIcon = () => (
  <Icon>
    <rect x="2" y="5" width="16" height="10" rx="2" />
    <path d="M5 8.500h.01M8.300 8.500h.01M11.700 8.500h.01M15 8.500h.01M6.500 12h7" />
  </Icon>
);
export const ListIcon = () => (
  <Icon>
    <path d="M4 5.500h12M4 10h12M4 14.500h8" />
  </Icon>
);
export const HelpIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7.500" />
    <path d="M7.800 8a2.200 2.200 0 1 1 3.300 1.900c-.7.400-1.100.800-1.100 1.700M10 14.200h.01" />
  </Icon>
);
export const BookIcon = () => (
  <Icon>
    <path d="M5 3.5h9.5v13H5.8A1.8 1.8 0 0 1 4 14.7V4.5a1 1 0 0 1 1-1ZM4 14.7a1.8 1.8 0 0 1 1.8-1.7h8.7M7.5 7h4" />
  </Icon>
);
