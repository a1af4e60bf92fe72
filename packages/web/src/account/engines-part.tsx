// Where voices come from, in which state each source is, and a test that speaks.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, type Engine } from "../api/api.ts";
import { enginesQuery, keys } from "../api/queries.ts";
import { formatAgo, formatLength, formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./account.module.css";

export function EnginesPart() {
  const engines = useQuery(enginesQuery);
  return (
    <section aria-labelledby="engines">
      <h2 id="engines">{t.account.engines}</h2>
      <ul className={styles.list}>
        {engines.data?.engines.map((engine) => (
          <EngineRow key={engine.provider} engine={engine} />
        ))}
      </ul>
      <Fallback />
      {engines.isError && <Fault error={engines.error} onRetry={() => void engines.refetch()} />}
    </section>
  );
}

class NoVoice extends Error {}

function EngineRow({ engine }: { readonly engine: Engine }) {
  const queries = useQueryClient();
  const sound = useRef<HTMLAudioElement | null>(null);
  useEffect(() => () => sound.current?.pause(), []);
  const price = Math.max(0, ...engine.model_details.map((model) => model.snowcoins_per_1000));
  const test = useMutation({
    mutationFn: async () => {
      const { voices } = await api.call("listVoices", { query: { provider: engine.provider } });
      const voice = voices.find((one) => one.available) ?? voices[0];
      if (voice === undefined) throw new NoVoice();
      const preview = await api.call("previewVoice", { params: { voiceId: voice.voice_id } });
      sound.current ??= new Audio();
      sound.current.src = preview.url;
      // Whether it is heard depends on the browser's rules; the engine has spoken.
      await sound.current.play().catch(() => undefined);
      return preview;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.engines }),
  });
  const facts = [
    t.account.engineKinds[engine.kind],
    price === 0 ? t.account.noPrice : t.account.price(formatNumber(price)),
    ...(engine.notice === null ? [] : [engine.notice]),
  ];
  return (
    <li>
      <span className={styles.state} data-state={engine.status}>
        {t.account.states[engine.status]}
      </span>
      <span>
        {engine.name}
        <span className={styles.soft}>{facts.join(" · ")}</span>
        {engine.status !== "available" && (
          <span className={styles.soft}>
            {engine.checked_at === null
              ? t.account.firstQuestion
              : `${t.account.engineHelp[engine.status]} ${t.account.checked(formatAgo(engine.checked_at))}`}
          </span>
        )}
        <span className={styles.soft} role="status">
          {test.isPending && t.account.testing}
          {test.data !== undefined && t.account.heard(formatLength(test.data.duration_ms))}
        </span>
        {test.error instanceof NoVoice && <span className={styles.fault}>{t.account.noVoice}</span>}
      </span>
      <Button
        aria-label={t.account.testOne(engine.name)}
        {...(price > 0 ? { title: t.account.testPaid } : {})}
        disabled={test.isPending}
        onClick={() => test.mutate()}
      >
        {t.account.test}
      </Button>
      {test.isError && !(test.error instanceof NoVoice) && <Fault error={test.error} />}
    </li>
  );
}

function Fallback() {
  const queries = useQueryClient();
  const queryKey = ["preferences"];
  const stored = useQuery({ queryKey, queryFn: ({ signal }) => api.call("readGenerationPreferences", { signal }) });
  const change = useMutation({
    mutationFn: (allow: boolean) => api.call("changeGenerationPreferences", { body: { allow_fallbacks: allow } }),
    onSuccess: (data) => queries.setQueryData(queryKey, data),
  });
  if (stored.data === undefined) return null;
  return (
    <>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={change.isPending ? change.variables : stored.data.allow_fallbacks}
          onChange={(event) => change.mutate(event.target.checked)}
        />
        {t.account.fallback}
      </label>
      {change.isError && <Fault error={change.error} />}
    </>
  );
}
