// Buttons: a word, or an icon with a name.

import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./button.module.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** "primary" once a screen; "danger" for what cannot be undone; "quiet" for the rest of a row. */
  readonly look?: "primary" | "plain" | "quiet" | "danger";
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

export function Button({ look = "plain", className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={`${styles.button} ${styles[look]} ${className ?? ""}`} {...rest} />;
}

interface IconButtonProps extends Omit<ButtonProps, "children"> {
  /** Its name, also shown as a hint. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({ label, className, children, look = "quiet", ...rest }: IconButtonProps) {
  return (
    <Button look={look} className={`${styles.icon} ${className ?? ""}`} aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}
