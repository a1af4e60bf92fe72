// The language model that is asked about unsure lines, and its state; nothing without one.

import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import styles from "./account.module.css";

const STATES = { off: "unconfigured", ready: "available", failing: "unreachable", limit_reached: "exhausted" } as const;

export function LanguageModelPart() {
  const { data } = useQuery({
    queryKey: ["language-model"],
    queryFn: ({ signal }) => api.call("readLanguageModel", { signal }),
  });
  if (data === undefined || data.state === "off") return null;
  const { state, model, threshold, last_fault, installation } = data;
  const facts = [
    t.account.modelAsked(formatNumber(Math.round(100 * (threshold ?? 0)))),
    ...(installation === null ? [] : [t.account.modelUse(formatNumber(installation.requests))]),
    ...(last_fault === null ? [] : [last_fault]),
  ];
  return (
    <section aria-labelledby="language-model">
      <h2 id="language-model">{t.account.languageModel}</h2>
      <ul className={styles.list}>
        <li>
          <span className={styles.state} data-state={STATES[state]}>
            {t.account.modelStates[state]}
          </span>
          <span>
            <span dir="auto">{model}</span>
            <span className={styles.soft}>{facts.join(" · ")}</span>
          </span>
        </li>
      </ul>
    </section>
  );
}
