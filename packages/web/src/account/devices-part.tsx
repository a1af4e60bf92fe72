// The browsers and devices that are signed in, each with its way out, and the code that signs a phone in.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api, type Session } from "../api/api.ts";
import { formatAgo, t } from "../i18n/i18n.ts";
import { signOut } from "../session/sign-out.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./account.module.css";
import { sessionsKey } from "./sessions-key.ts";

const PairDialog = lazy(async () => ({ default: (await import("./pair-dialog.tsx")).PairDialog }));

export function DevicesPart() {
  const [isPairing, setIsPairing] = useState(false);
  const listed = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.call("listSessions", { signal }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{t.account.devices}</h2>
      <p className={styles.soft}>{t.account.devicesHint}</p>
      <ul className={styles.list} aria-labelledby="devices">
        {listed.data?.sessions.map((session) => (
          <DeviceRow key={session.id} session={session} />
        ))}
      </ul>
      <div>
        <Button onClick={() => setIsPairing(true)}>{t.account.pair}</Button>
      </div>
      {listed.isError && <Fault error={listed.error} onRetry={() => void listed.refetch()} />}
      <Suspense>{isPairing && <PairDialog onClose={() => setIsPairing(false)} />}</Suspense>
    </section>
  );
}

function DeviceRow({ session }: { readonly session: Session }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: async () => {
      if (session.is_current) await signOut(queries);
      else await api.call("revokeSession", { params: { sessionId: session.id } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
  const facts = [
    t.account.sessionKinds[session.kind],
    session.is_current ? t.account.thisBrowser : null,
    session.last_used_at === null
      ? t.account.signedIn(formatAgo(session.created_at))
      : t.account.lastUsed(formatAgo(session.last_used_at)),
  ];
  return (
    <li>
      <span>
        <span dir="auto">{session.name}</span>
        <span className={styles.soft}>{facts.filter((fact) => fact !== null).join(" · ")}</span>
      </span>
      <Button
        look="quiet"
        aria-label={t.account.signOutDevice(session.name)}
        disabled={revoke.isPending}
        onClick={() => revoke.mutate()}
      >
        {t.session.signOut}
      </Button>
      {revoke.isError && <Fault error={revoke.error} />}
    </li>
  );
}
