// A menu behind a button. Its primitives are loaded when a menu is first about to open, so that the first load is small.

import { cloneElement, lazy, type ReactElement, Suspense, useState } from "react";

export interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Whether it is on, of an item that is switched or chosen among others. */
  readonly checked?: boolean;
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<TriggerProps>;
  /** Groups are divided by a line. In a group whose items all have `checked`, one of them is chosen. */
  readonly groups: readonly (readonly MenuItem[])[];
}

interface TriggerProps {
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly "aria-haspopup"?: "menu";
  readonly "aria-expanded"?: boolean;
}

const load = async () => ({ default: (await import("./menu-list.tsx")).MenuList });
const MenuList = lazy(load);

export function Menu({ trigger, groups }: MenuProps) {
  const [opened, setOpened] = useState(false);
  if (opened) {
    return (
      <Suspense fallback={trigger}>
        <MenuList trigger={trigger} groups={groups} />
      </Suspense>
    );
  }
  const preload = () => void load();
  return cloneElement(trigger, {
    onClick: () => setOpened(true),
    onPointerEnter: preload,
    onFocus: preload,
    "aria-haspopup": "menu",
    "aria-expanded": false,
  });
}
