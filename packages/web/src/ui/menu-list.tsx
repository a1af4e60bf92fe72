// The menu itself, with the primitives that it needs.

import * as DropdownMenu from "radix-ui/dropdown-menu";
import { useState } from "react";
import { CheckIcon } from "./icons.tsx";
import styles from "./menu.module.css";
import type { MenuProps } from "./menu.tsx";

/** A menu is part of the content, or of the dialog that it belongs to: nothing of a page is outside of its landmarks. */
const placeOfMenus = () => [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.querySelector("main");

export function MenuList({ trigger, groups }: MenuProps) {
  const [place] = useState(placeOfMenus);
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content className={styles.menu} align="end" sideOffset={4} collisionPadding={8}>
          {groups.map((items, index) => (
            <DropdownMenu.Group key={items[0]?.label ?? index}>
              {index > 0 && <DropdownMenu.Separator className={styles.divider} />}
              {items.map((item) => {
                const parts = {
                  className: `${styles.item} ${item.danger === true ? styles.danger : ""}`,
                  disabled: item.disabled ?? false,
                  onSelect: item.onSelect,
                  children: (
                    <>
                      <span>{item.label}</span>
                      {item.keys !== undefined && <kbd className={styles.keys}>{item.keys}</kbd>}
                      {item.checked === true && <CheckIcon />}
                    </>
                  ),
                };
                return item.checked === undefined ? (
                  <DropdownMenu.Item key={item.label} {...parts} />
                ) : (
                  <DropdownMenu.CheckboxItem key={item.label} checked={item.checked} {...parts} />
                );
              })}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
