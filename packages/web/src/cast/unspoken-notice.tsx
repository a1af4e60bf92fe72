// The text has a language that no voice of casting speaks: what that means, and what to do.

import { useQuery } from "@tanstack/react-query";
import type { api } from "../api/api.ts";
import { enginesQuery } from "../api/queries.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { language as studioLanguage } from "../i18n/i18n.ts";
import { Notice } from "../ui/notice.tsx";

type Unspoken = NonNullable<Awaited<ReturnType<typeof api.call<"listVoiceMisfits">>>["unspoken_language"]>;

export function UnspokenNotice({ unspoken }: { readonly unspoken: Unspoken | null | undefined }) {
  const listed = useQuery({ ...enginesQuery, enabled: (unspoken?.providers.length ?? 0) > 0 });
  if (unspoken == null) return null;
  const { language, providers, install } = unspoken;
  const name = new Intl.DisplayNames(studioLanguage, { type: "language" }).of(language) ?? language;
  const engineName = (provider: string) =>
    listed.data?.engines.find((engine) => engine.provider === provider)?.name ?? provider;
  const engines = new Intl.ListFormat(studioLanguage, { type: "disjunction" }).format(providers.map(engineName));
  const [voice] = install;
  return (
    <Notice tone="warn">
      <p>
        <strong>{castTexts.unspoken.title(name)}</strong>
      </p>
      <p>
        {castTexts.unspoken.wrong}{" "}
        {providers.length > 0
          ? castTexts.unspoken.choose(engines)
          : voice === undefined
            ? castTexts.unspoken.connect
            : castTexts.unspoken.install}
      </p>
      {providers.length === 0 && voice !== undefined && (
        <>
          <p>
            <code>npx fullcast engines add {voice.split("/")[0]}</code>
          </p>
          <p>
            <code>npx fullcast voices install {voice}</code>
          </p>
        </>
      )}
    </Notice>
  );
}
