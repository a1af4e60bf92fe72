// A choice of one value from a short list. The browser's own list: it works with every keyboard, reader and phone.

import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import styles from "./choice.module.css";
import fieldStyles from "./field.module.css";

interface ChoiceProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> {
  readonly label: ReactNode;
  readonly labelHidden?: boolean;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function Choice({ label, labelHidden = false, options, onChoose, className, ...rest }: ChoiceProps) {
  const id = useId();
  return (
    <div className={`${fieldStyles.field} ${className ?? ""}`}>
      <label htmlFor={id} className={labelHidden ? "for-reader" : fieldStyles.label}>
        {label}
      </label>
      <select id={id} className={styles.choice} onChange={(event) => onChoose(event.target.value)} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
