// The keys of the account: listed, made and revoked.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiKey, api } from "../api/api.ts";
import { formatAgo, formatDay, t } from "../i18n/i18n.ts";
import { signOut } from "../session/sign-out.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { copyText } from "../ui/copy-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./account.module.css";

/** Days; 0 is without an end. */
const TERMS = [0, 30, 90, 365];

export function KeysPart() {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [days, setDays] = useState(0);
  const [isCopied, setIsCopied] = useState(false);
  const listed = useQuery({ queryKey: ["keys"], queryFn: ({ signal }) => api.call("listApiKeys", { signal }) });
  const create = useMutation({
    mutationFn: () =>
      api.call("createApiKey", {
        body: {
          name: name.trim(),
          scopes: ["voices:read", "account:read", "studio:read", "studio:write"],
          expires_in_days: days === 0 ? null : days,
        },
      }),
    onSuccess: () => {
      setName("");
      setIsCopied(false);
      return queries.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const keys = listed.data?.api_keys ?? [];
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{t.account.keys}</h2>
      <p className={styles.soft}>{t.account.keysHint}</p>
      <ul className={styles.list}>
        {keys.map((key) => (
          <li key={key.id} data-ended={key.revoked_at !== null}>
            <span>
              <span dir="auto">{key.name}</span>
              <span className={styles.soft}>
                {key.prefix}… · {stateOf(key)}
              </span>
            </span>
            {key.revoked_at === null && (
              <Button look="danger" aria-label={t.account.revokeKey(key.name)} onClick={() => setRevoking(key)}>
                {t.account.revoke}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") create.mutate();
        }}
      >
        <TextField
          label={t.account.name}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
        />
        <Choice
          label={t.account.valid}
          value={String(days)}
          onChoose={(value) => setDays(Number(value))}
          options={TERMS.map((term) => ({
            value: String(term),
            label: term === 0 ? t.account.validFor.never : t.account.validFor.days(term),
          }))}
        />
        <Button type="submit" disabled={name.trim() === "" || create.isPending}>
          {t.account.newKey}
        </Button>
      </form>
      {create.data !== undefined && (
        <Notice
          action={
            <>
              <Button onClick={() => void copyText(create.data.raw_key).then(setIsCopied)}>
                {isCopied ? t.account.copied : t.account.copy}
              </Button>
              <Button onClick={() => create.reset()}>{t.account.done}</Button>
            </>
          }
        >
          <p>{t.account.shownOnce}</p>
          <code className={styles.raw}>{create.data.raw_key}</code>
        </Notice>
      )}
      {create.isError && <Fault error={create.error} />}
      {revoking !== null && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
      {listed.isError && <Fault error={listed.error} onRetry={() => void listed.refetch()} />}
    </section>
  );
}

function stateOf(key: ApiKey): string {
  if (key.revoked_at !== null) return t.account.revoked;
  const isOver = key.expires_at !== null && Date.parse(key.expires_at) <= Date.now();
  if (isOver) return t.account.expired;
  const used = key.last_used_at === null ? t.account.neverUsed : t.account.lastUsed(formatAgo(key.last_used_at));
  return key.expires_at === null ? used : `${used} · ${t.account.expires(formatDay(key.expires_at))}`;
}

/** The question before a key is revoked. */
function RevokeKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const session = useQuery({
    queryKey: ["session"],
    queryFn: ({ signal }) => api.call("readSession", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOwn = session.data?.session?.api_key_id === apiKey.id;
  const revoke = useMutation({
    mutationFn: () => api.call("revokeApiKey", { params: { apiKeyId: apiKey.id } }),
    onSuccess: async () => {
      if (isOwn) return signOut(queries);
      await queries.invalidateQueries({ queryKey: ["keys"] });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.account.revokeTitle(apiKey.name)}
      description={t.account.revokeHint}
      actions={
        <Button look="danger" disabled={revoke.isPending || session.isPending} onClick={() => revoke.mutate()}>
          {t.account.revoke}
        </Button>
      }
    >
      {isOwn && (
        <Notice tone="warn">
          <p>{t.account.revokeOwn}</p>
        </Notice>
      )}
      {revoke.isError && <Fault error={revoke.error} />}
    </Dialog>
  );
}
