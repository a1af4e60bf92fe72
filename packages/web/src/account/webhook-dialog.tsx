// The dialog that adds a webhook: an address and the events.

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api, type WebhookEvent } from "../api/api.ts";
import { webhookTexts } from "../i18n/webhook-texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./account.module.css";

const EVENTS: readonly WebhookEvent[] = ["run.ended", "export.ended", "sound.ended", "take.created"];
const LONGEST_URL = 2_048;

interface WebhookDialogProps {
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}

export function WebhookDialog({ onClose, onMade }: WebhookDialogProps) {
  const form = useId();
  const [url, setUrl] = useState("https://");
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(new Set(["run.ended", "export.ended"]));
  const [fault, setFault] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: () =>
      api.call("createWebhook", { body: { url: url.trim(), events: EVENTS.filter((one) => events.has(one)) } }),
    onSuccess: ({ secret }) => onMade(secret),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!URL.canParse(url.trim())) setFault(webhookTexts.urlMissing);
    else if (events.size > 0) add.mutate();
  };
  const tick = (event: WebhookEvent, on: boolean) => {
    const next = new Set(events);
    if (on) next.add(event);
    else next.delete(event);
    setEvents(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={webhookTexts.addTitle}
      actions={
        <Button look="primary" type="submit" form={form} disabled={add.isPending || events.size === 0}>
          {webhookTexts.add}
        </Button>
      }
    >
      <form id={form} className={styles.pair} onSubmit={submit} noValidate>
        <TextField
          label={webhookTexts.url}
          hint={webhookTexts.urlHint}
          type="url"
          dir="ltr"
          value={url}
          maxLength={LONGEST_URL}
          spellCheck={false}
          fault={fault}
          onChange={(event) => {
            setUrl(event.target.value);
            setFault(null);
          }}
        />
        <fieldset className={styles.ticks}>
          <legend>{webhookTexts.when}</legend>
          {EVENTS.map((event) => (
            <label key={event} className={styles.check}>
              <input
                type="checkbox"
                checked={events.has(event)}
                onChange={({ target }) => tick(event, target.checked)}
              />
              <span>
                {webhookTexts.events[event]} <code className={styles.soft}>{event}</code>
              </span>
            </label>
          ))}
        </fieldset>
        {add.isError && <Fault error={add.error} />}
      </form>
    </Dialog>
  );
}
