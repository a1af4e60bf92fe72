// Signs a phone in: a QR code for its camera, and the same code for people who type it. The dialog reports the device that
// came. Closing it revokes an unused code.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { api } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./account.module.css";
import { QrCode } from "./qr-code.tsx";
import { sessionsKey } from "./sessions-key.ts";

type Kind = "working" | "listening";
const KINDS: readonly Kind[] = ["listening", "working"];
const LOOK_EVERY_MS = 2_000;

export function PairDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const form = useId();
  const [kind, setKind] = useState<Kind>("listening");
  const before = useRef<ReadonlySet<string>>(new Set());
  const make = useMutation({
    mutationFn: async () => {
      const { sessions } = await queries.fetchQuery({
        queryKey: sessionsKey,
        queryFn: ({ signal }) => api.call("listSessions", { signal }),
        staleTime: 0,
      });
      before.current = new Set(sessions.map(({ id }) => id));
      return (await api.call("createPairing", { body: { kind } })).pairing;
    },
  });
  const pairing = make.data;
  const listed = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.call("listSessions", { signal }),
    enabled: pairing !== undefined,
    refetchInterval: LOOK_EVERY_MS,
  });
  const arrived =
    pairing === undefined
      ? undefined
      : listed.data?.sessions.find((one) => one.kind === pairing.kind && !before.current.has(one.id));
  const isOver = useIsOver(pairing?.id);
  // What the cleanup has to know when the dialog goes.
  const unused = useRef<string | null>(null);
  unused.current = pairing !== undefined && arrived === undefined ? pairing.id : null;
  useEffect(
    () => () => {
      if (unused.current === null) return;
      api.call("cancelPairing", { params: { pairingId: unused.current } }).catch(() => undefined);
    },
    [],
  );
  if (arrived !== undefined) {
    return (
      <Dialog open onClose={onClose} title={t.account.pairTitle}>
        <Notice>
          <p>{t.account.paired(arrived.name)}</p>
        </Notice>
      </Dialog>
    );
  }
  const needsCode = pairing === undefined || isOver;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.account.pairTitle}
      description={t.account.pairHint}
      {...(needsCode
        ? {
            actions: (
              <Button look="primary" type="submit" form={form} disabled={make.isPending}>
                {isOver ? t.account.newCode : t.account.showCode}
              </Button>
            ),
          }
        : {})}
    >
      {needsCode ? (
        <form
          id={form}
          className={styles.pair}
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate();
          }}
        >
          {isOver && <p role="status">{t.account.codeOver}</p>}
          <Choice
            label={t.account.deviceMay}
            value={kind}
            onChoose={(value) => setKind(KINDS.find((one) => one === value) ?? "listening")}
            options={KINDS.map((value) => ({ value, label: t.account.deviceKinds[value] }))}
          />
          <p className={styles.soft}>{t.account.deviceKindHints[kind]}</p>
          {make.isError && <Fault error={make.error} />}
        </form>
      ) : (
        <Code pairing={pairing} />
      )}
    </Dialog>
  );
}

interface CodeProps {
  readonly pairing: {
    readonly code: string;
    readonly urls: readonly string[];
    readonly is_reachable: boolean;
  };
}

function Code({ pairing }: CodeProps) {
  const [at, setAt] = useState(0);
  const url = pairing.urls[at] ?? "";
  if (!pairing.is_reachable) {
    return (
      <Notice tone="warn">
        <p>{t.account.notReachable}</p>
        <p>
          <code className={styles.raw}>FULLCAST_HOST=0.0.0.0 npm start</code>
        </p>
      </Notice>
    );
  }
  return (
    <div className={styles.pair}>
      <QrCode text={url} label={t.account.qrCode} />
      {pairing.urls.length > 1 && (
        <Choice
          label={t.account.address}
          value={String(at)}
          onChoose={(value) => setAt(Number(value))}
          options={pairing.urls.map((one, index) => ({ value: String(index), label: addressOf(one) }))}
        />
      )}
      <p>
        {t.account.orType} <b dir="ltr">{addressOf(url)}</b>
      </p>
      <p className={styles.code}>
        <span className="for-reader">{t.account.code}</span> <code>{pairing.code}</code>
      </p>
      <p className={styles.soft} role="status">
        {t.account.codeLasts}
      </p>
      {!url.startsWith("https:") && <p className={styles.soft}>{t.account.phoneInsecure}</p>}
    </div>
  );
}

const addressOf = (url: string): string => url.replace(/\/#.*$/, "");

/** Whether the ten minutes have passed. They are counted here, because the client's clock can be wrong. */
const CODE_LASTS_MS = 10 * 60_000;
function useIsOver(pairingId: string | undefined): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (pairingId === undefined) return;
    const timer = setTimeout(() => setOver(pairingId), CODE_LASTS_MS);
    return () => clearTimeout(timer);
  }, [pairingId]);
  return pairingId !== undefined && over === pairingId;
}
