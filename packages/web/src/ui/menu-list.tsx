// The menu itself, with the primitives that it needs.

import * as DropdownMenu from "radix-ui/dropdown-menu";
import { Fragment, useState } from "react";
import { CheckIcon } from "./icons.tsx";
import styles from "./menu.module.css";
import type { MenuItem, MenuProps } from "./menu.tsx";

/** A menu is part of the content, or of the dialog that it belongs to: nothing of a page is outside of its landmarks. */
const placeOfMenus = () => [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.querySelector("main");

export function MenuList({ trigger, groups }: MenuProps) {
  const [place] = useState(placeOfMenus);
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content className={styles.menu} align="end" sideOffset={4} collisionPadding={8}>
          {groups.map((items, index) => {
            const choice = chosenOf(items);
            const listed = items.map((item) => {
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
              if (item.checked === undefined) return <DropdownMenu.Item key={item.label} {...parts} />;
              return choice === null ? (
                <DropdownMenu.CheckboxItem key={item.label} checked={item.checked} {...parts} />
              ) : (
                <DropdownMenu.RadioItem key={item.label} value={item.label} {...parts} />
              );
            });
            return (
              <Fragment key={items[0]?.label ?? index}>
                {index > 0 && <DropdownMenu.Separator className={styles.divider} />}
                {choice === null ? (
                  <DropdownMenu.Group>{listed}</DropdownMenu.Group>
                ) : (
                  <DropdownMenu.RadioGroup value={choice}>{listed}</DropdownMenu.RadioGroup>
                )}
              </Fragment>
            );
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The label of the chosen item where one of the group is chosen; null for a group of commands and switches. */
function chosenOf(items: readonly MenuItem[]): string | null {
  if (items.length < 2 || items.some(({ checked }) => checked === undefined)) return null;
  return items.find(({ checked }) => checked === true)?.label ?? "";
}
