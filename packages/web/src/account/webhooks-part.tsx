// Webhooks: addresses that the server informs when work has ended, and what was sent to each.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api, type Webhook, type WebhookEvent } from "../api/api.ts";
import { formatDay, t } from "../i18n/i18n.ts";
import { webhookTexts } from "../i18n/webhook-texts.ts";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./account.module.css";

const WebhookDialog = lazy(async () => ({ default: (await import("./webhook-dialog.tsx")).WebhookDialog }));
const DeliveriesDialog = lazy(async () => ({ default: (await import("./deliveries-dialog.tsx")).DeliveriesDialog }));

export const webhooksKey = ["webhooks"];
const eventWords = (events: readonly WebhookEvent[]) => events.map((event) => webhookTexts.events[event]).join(", ");

export function WebhooksPart() {
  const queries = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [shown, setShown] = useState<Webhook | null>(null);
  const [deleting, setDeleting] = useState<Webhook | null>(null);
  const [made, setMade] = useState<{ readonly secret: string; readonly isCopied: boolean } | null>(null);
  const listed = useQuery({ queryKey: webhooksKey, queryFn: ({ signal }) => api.call("listWebhooks", { signal }) });
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{webhookTexts.title}</h2>
      <p className={styles.soft}>{webhookTexts.hint}</p>
      <ul className={styles.list} aria-labelledby="webhooks">
        {listed.data?.webhooks.map((webhook) => (
          <li key={webhook.id}>
            <span>
              <span dir="ltr">{webhook.url}</span>
              <span className={styles.soft}>
                {eventWords(webhook.events)} · {webhookTexts.since(formatDay(webhook.created_at))}
              </span>
            </span>
            <Button aria-label={webhookTexts.deliveriesOf(webhook.url)} onClick={() => setShown(webhook)}>
              {webhookTexts.deliveries}
            </Button>
            <Button look="danger" aria-label={webhookTexts.deleteOne(webhook.url)} onClick={() => setDeleting(webhook)}>
              {t.common.delete}
            </Button>
          </li>
        ))}
      </ul>
      {made !== null && (
        <Notice
          action={
            <>
              <Button onClick={() => void copyText(made.secret).then((isCopied) => setMade({ ...made, isCopied }))}>
                {made.isCopied ? t.account.copied : t.account.copy}
              </Button>
              <Button onClick={() => setMade(null)}>{t.account.done}</Button>
            </>
          }
        >
          <p>{webhookTexts.secretOnce}</p>
          <code className={styles.raw}>{made.secret}</code>
        </Notice>
      )}
      <div>
        <Button onClick={() => setIsAdding(true)}>{webhookTexts.add}</Button>
      </div>
      {listed.isError && <Fault error={listed.error} onRetry={() => void listed.refetch()} />}
      <Suspense>
        {isAdding && (
          <WebhookDialog
            onClose={() => setIsAdding(false)}
            onMade={(secret) => {
              setMade({ secret, isCopied: false });
              setIsAdding(false);
              void queries.invalidateQueries({ queryKey: webhooksKey });
            }}
          />
        )}
        {shown !== null && <DeliveriesDialog webhook={shown} onClose={() => setShown(null)} />}
      </Suspense>
      {deleting !== null && <DeleteWebhook webhook={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}

function DeleteWebhook({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call("deleteWebhook", { params: { webhookId: webhook.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: webhooksKey });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={webhookTexts.deleteTitle}
      description={<span dir="ltr">{webhook.url}</span>}
      actions={
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t.common.delete}
        </Button>
      }
    >
      <p>{webhookTexts.deleteHint}</p>
      {remove.isError && <Fault error={remove.error} />}
    </Dialog>
  );
}
