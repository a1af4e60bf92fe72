// Tabs whose choice is the fragment of the address, so that a tab can be opened, reloaded and sent.

import { useNavigate, useRouterState } from "@tanstack/react-router";
import * as Primitive from "radix-ui/tabs";
import { type ReactNode, Suspense } from "react";
import { Waiting } from "./notice.tsx";
import styles from "./tabs.module.css";

export interface TabPart {
  /** The fragment: "script". */
  readonly name: string;
  readonly label: string;
  /** A count or a mark beside the label. */
  readonly mark?: ReactNode;
  readonly content: ReactNode;
  /** The name of its panel where the label is the name of a field in it, too. */
  readonly panelLabel?: string;
}

interface FragmentTabsProps {
  readonly label: string;
  readonly parts: readonly TabPart[];
  /** Stands before the tabs, in their row where it is wide enough. */
  readonly lead?: ReactNode;
  /** Stands at the end of the row of tabs. */
  readonly aside?: ReactNode;
}

export function FragmentTabs({ label, parts, lead, aside }: FragmentTabsProps) {
  const fragment = useRouterState({ select: (state) => state.location.hash });
  const chosen = parts.some((part) => part.name === fragment) ? fragment : (parts[0]?.name ?? "");
  const navigate = useNavigate();
  const choose = (hash: string) => void navigate({ to: ".", hash, replace: true });
  return (
    <Primitive.Root value={chosen} onValueChange={choose} className={styles.tabs} activationMode="manual">
      <div className={styles.row} data-led={lead !== undefined}>
        {lead}
        <Primitive.List aria-label={label} className={styles.list}>
          {parts.map((part) => (
            <Primitive.Trigger key={part.name} value={part.name} className={styles.tab}>
              {part.label}
              {part.mark}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {aside}
      </div>
      {parts.map((part) => (
        <Primitive.Content
          key={part.name}
          value={part.name}
          className={styles.content}
          tabIndex={-1}
          {...panelName(part)}
        >
          <Suspense fallback={<Waiting />}>{part.content}</Suspense>
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}

const panelName = ({ panelLabel }: TabPart) =>
  panelLabel === undefined ? {} : { "aria-label": panelLabel, "aria-labelledby": undefined };
