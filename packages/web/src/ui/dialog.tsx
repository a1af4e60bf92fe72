// A dialog: a title, what it says, and a way out named Close.

import * as Primitive from "radix-ui/dialog";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { CloseIcon } from "./icons.tsx";
import { returnFocus } from "./keep-focus.ts";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** One sentence under the title, read with it. */
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** The buttons, right-aligned, the way forward last. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  /** It stays open, out of sight, as for a picture of the page behind it. */
  readonly isHidden?: boolean;
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  wide = false,
  isHidden = false,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.overlay} hidden={isHidden} />
        <Primitive.Content
          className={`${styles.content} ${wide ? styles.wide : ""}`}
          data-hidden={isHidden}
          onOpenAutoFocus={(event) => {
            // A dialog that begins with a text field is there for typing.
            const first = body.current?.querySelector("input, textarea, select, button, a[href]") ?? null;
            if (!isTextField(first)) return;
            event.preventDefault();
            first.focus();
            first.select();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // What closed the dialog may have given the focus to another place, such as a line of the script.
            if (document.activeElement === document.body) returnFocus();
          }}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
        >
          <header className={styles.head}>
            <Primitive.Title className={styles.title}>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={t.common.close}>
                <CloseIcon />
              </IconButton>
            </Primitive.Close>
          </header>
          {description !== undefined && (
            <Primitive.Description asChild>
              <div className={styles.description}>{description}</div>
            </Primitive.Description>
          )}
          <Body box={body}>{children}</Body>
          {actions !== undefined && actions !== false && <footer className={styles.actions}>{actions}</footer>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** A text that is longer than the dialog is a stop of its own, so that the keyboard can scroll it. */
function Body({ box, children }: { readonly box: RefObject<HTMLDivElement | null>; readonly children: ReactNode }) {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setScrolls(element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return (
    <div ref={box} className={styles.body} {...(scrolls ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}

const isTextField = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && ["text", "search", "url"].includes(element.type));
