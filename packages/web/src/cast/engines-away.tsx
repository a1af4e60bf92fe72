// The engines that cannot speak now, beside the voices to choose from: each with its state and what to do.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { enginesQuery } from "../api/queries.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { createTexts } from "../i18n/create-texts.ts";
import { t } from "../i18n/i18n.ts";
import buttonStyles from "../ui/button.module.css";
import { Notice } from "../ui/notice.tsx";

export function EnginesAway() {
  const { data } = useQuery(enginesQuery);
  return data?.engines.map(({ provider, name, status, models, checked_at }) =>
    status === "available" ? null : (
      <Notice
        key={provider}
        tone="warn"
        action={
          <Link to="/account" className={`${buttonStyles.button} ${buttonStyles.plain}`}>
            {createTexts.toEngines}
          </Link>
        }
      >
        <p>
          <strong>{castTexts.engineState(name, t.account.states[status])}</strong>
        </p>
        <p>
          {checked_at === null ? t.account.firstQuestion : t.account.engineHelp[status]}
          {models.length === 0 && ` ${castTexts.voicesLater}`}
        </p>
      </Notice>
    ),
  );
}
