// The menu itself, with the primitives that it needs.

import * as DropdownMenu from "radix-ui/dropdown-menu";
import styles from "./menu.module.css";
import type { MenuProps } from "./menu.tsx";

export function MenuList({ trigger, groups }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align="end" sideOffset={4} collisionPadding={8}>
          {groups.map((items, index) => (
            <DropdownMenu.Group key={items[0]?.label ?? index}>
              {index > 0 && <DropdownMenu.Separator className={styles.divider} />}
              {items.map((item) => (
                <DropdownMenu.Item
                  key={item.label}
                  className={`${styles.item} ${item.danger === true ? styles.danger : ""}`}
                  disabled={item.disabled ?? false}
                  onSelect={item.onSelect}
                >
                  <span>{item.label}</span>
                  {item.keys !== undefined && <kbd className={styles.keys}>{item.keys}</kbd>}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
