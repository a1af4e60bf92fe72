// A field with its name above and what is wrong with it below.

import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from "react";
import styles from "./field.module.css";

interface Described {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly fault?: string | null;
  readonly labelHidden?: boolean;
}

type TextFieldProps = Described & InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> };

export function TextField({ label, hint, fault = null, labelHidden = false, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, fault, labelHidden, className }}>
      <input id={id} className={styles.input} dir="auto" {...noted(id, hint, fault)} {...rest} />
    </Frame>
  );
}

type TextAreaProps = Described &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly ref?: Ref<HTMLTextAreaElement> };

export function TextArea({ label, hint, fault = null, labelHidden = false, className, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, fault, labelHidden, className }}>
      <textarea id={id} className={styles.area} dir="auto" {...noted(id, hint, fault)} {...rest} />
    </Frame>
  );
}

function noted(id: string, hint: ReactNode, fault: string | null) {
  const describedBy = [hint === undefined ? "" : `${id}-hint`, fault === null ? "" : `${id}-fault`].filter(Boolean);
  return {
    "aria-invalid": fault !== null,
    ...(describedBy.length === 0 ? {} : { "aria-describedby": describedBy.join(" ") }),
  };
}

interface FrameProps extends Described {
  readonly id: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

function Frame({ id, label, hint, fault, labelHidden, className, children }: FrameProps) {
  return (
    <div className={`${styles.field} ${className ?? ""}`}>
      <label htmlFor={id} className={labelHidden ? "for-reader" : styles.label}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {fault !== null && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
