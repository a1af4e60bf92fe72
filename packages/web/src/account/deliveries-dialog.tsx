// What was sent to a webhook in the last seven days, with a test and a way to send one again.

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Webhook, type WebhookDelivery } from "../api/api.ts";
import { formatMoment } from "../i18n/i18n.ts";
import { webhookTexts } from "../i18n/webhook-texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./account.module.css";

const LOOK_EVERY_MS = 2_000;

export function DeliveriesDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const queryKey = ["webhooks", webhook.id, "deliveries"];
  const params = { webhookId: webhook.id };
  const listed = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.call("listWebhookDeliveries", { params, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    // Only what waits changes by itself.
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.deliveries.some(({ state }) => state === "waiting"))
        ? LOOK_EVERY_MS
        : false,
  });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const test = useMutation({ mutationFn: () => api.call("testWebhook", { params }), onSettled: refresh });
  const again = useMutation({
    mutationFn: (deliveryId: string) => api.call("redeliverWebhook", { params: { ...params, deliveryId } }),
    onSettled: refresh,
  });
  const deliveries = listed.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={webhookTexts.deliveries}
      description={<span dir="ltr">{webhook.url}</span>}
      actions={
        <Button look="primary" disabled={test.isPending} onClick={() => test.mutate()}>
          {webhookTexts.test}
        </Button>
      }
    >
      {listed.isSuccess && deliveries.length === 0 && <p>{webhookTexts.none}</p>}
      <ul className={styles.list} aria-label={webhookTexts.deliveries}>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <span className={styles.state} data-state={delivery.state}>
              {webhookTexts.states[delivery.state]}
            </span>
            <span>
              {webhookTexts.events[delivery.event]}
              <span className={styles.soft}>{factsOf(delivery)}</span>
            </span>
            <Button
              look="quiet"
              aria-label={webhookTexts.sendAgainOne(
                webhookTexts.events[delivery.event],
                formatMoment(delivery.created_at),
              )}
              disabled={again.isPending}
              onClick={() => again.mutate(delivery.id)}
            >
              {webhookTexts.sendAgain}
            </Button>
          </li>
        ))}
      </ul>
      {listed.hasNextPage && (
        <Button look="quiet" disabled={listed.isFetching} onClick={() => void listed.fetchNextPage()}>
          {webhookTexts.older}
        </Button>
      )}
      {listed.isError && <Fault error={listed.error} onRetry={() => void listed.refetch()} />}
      {test.isError && <Fault error={test.error} />}
      {again.isError && <Fault error={again.error} />}
    </Dialog>
  );
}

function factsOf({ created_at, attempts, last_status, last_reason }: WebhookDelivery): string {
  const answer = last_status === null ? null : webhookTexts.answered(last_status);
  const reason = last_reason === null || last_reason === "STATUS" ? null : webhookTexts.reasons[last_reason];
  return [formatMoment(created_at), attempts > 0 ? webhookTexts.attempts(attempts) : null, answer, reason]
    .filter((fact) => fact !== null)
    .join(" · ");
}
