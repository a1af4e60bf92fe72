// The result of one check of an installation (`fullcast doctor`).

/** When a check fails, the message says what to do. */
export interface Finding {
  readonly ok: boolean;
  readonly message: string;
}

export const ok = (message: string): Finding => ({ ok: true, message });
export const bad = (message: string): Finding => ({ ok: false, message });
