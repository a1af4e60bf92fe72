// Feedback to the person who runs the server, with a picture of the page.

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { api } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { language, t } from "../i18n/i18n.ts";
import buttonStyles from "../ui/button.module.css";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDraftText } from "../ui/drafts.ts";
import { TextArea } from "../ui/field.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./help.module.css";
import { canTakePictures, pictureOfPage } from "./picture-of-page.ts";

type Category = "bug" | "idea" | "praise" | "other";
const CATEGORIES: readonly Category[] = ["bug", "idea", "praise", "other"];
const IMAGES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
const MOST_IMAGE_BYTES = 10 * 1024 * 1024;
const LONGEST_MESSAGE = 5_000;

export function FeedbackDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useId();
  // A failed attempt is repeated with the same id, so the message arrives once.
  const mutationId = useRef(newId());
  const uploaded = useRef<{ readonly picture: Blob; readonly id: string } | null>(null);
  const [category, setCategory] = useState<Category>("bug");
  const [message, setMessage] = useDraftText("feedback", sessionStorage);
  const [picture, setPicture] = useState<Blob | null>(null);
  const [isHidden, setIsHidden] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [pictureFault, setPictureFault] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: async () => {
      if (picture !== null && uploaded.current?.picture !== picture) {
        const contentType = IMAGES.find((one) => one === picture.type) ?? "image/png";
        const { attachment_id } = await api.call("uploadFeedbackAttachment", {
          upload: { contentType, bytes: picture },
        });
        uploaded.current = { picture, id: attachment_id };
      }
      const attachment = picture === null ? null : uploaded.current;
      return api.call("sendFeedback", {
        body: {
          schema_version: 1,
          client_mutation_id: mutationId.current,
          category,
          message: message.trim(),
          context: {
            page: location.pathname + location.hash,
            language,
            browser: navigator.userAgent,
            window: `${innerWidth} × ${innerHeight}`,
          },
          ...(attachment === null ? {} : { attachment_ids: [attachment.id] }),
        },
      });
    },
    onSuccess: () => setMessage(""),
  });
  const changed = () => {
    // Another content is another message.
    mutationId.current = newId();
    setFault(null);
  };
  const take = async () => {
    setPictureFault(null);
    // The page is shown without this dialog.
    setIsHidden(true);
    try {
      setPicture(await pictureOfPage());
      changed();
    } catch {
      setPictureFault(t.help.noPicture);
    } finally {
      setIsHidden(false);
    }
  };
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    const fits = IMAGES.some((one) => one === file.type) && file.size <= MOST_IMAGE_BYTES;
    setPictureFault(fits ? null : t.help.notImage);
    if (!fits) return;
    setPicture(file);
    changed();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() === "") setFault(t.help.messageMissing);
    else send.mutate();
  };
  if (send.isSuccess) {
    return (
      <Dialog open onClose={onClose} title={t.help.feedbackTitle}>
        <Notice>
          <p>{t.help.sent}</p>
        </Notice>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      isHidden={isHidden}
      onClose={onClose}
      title={t.help.feedbackTitle}
      description={t.help.feedbackHint}
      actions={
        <Button look="primary" type="submit" form={form} disabled={send.isPending}>
          {t.help.send}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <Choice
          label={t.help.category}
          value={category}
          onChoose={(value) => {
            setCategory(CATEGORIES.find((one) => one === value) ?? "other");
            changed();
          }}
          options={CATEGORIES.map((value) => ({ value, label: t.help.categories[value] }))}
        />
        <TextArea
          label={t.help.message}
          rows={5}
          value={message}
          maxLength={LONGEST_MESSAGE}
          fault={fault}
          onChange={(event) => {
            setMessage(event.target.value);
            changed();
          }}
        />
        <div className={styles.row}>
          {canTakePictures() && <Button onClick={() => void take()}>{t.help.takePicture}</Button>}
          <label className={`${buttonStyles.button} ${buttonStyles.plain} ${styles.file}`}>
            {t.help.choosePicture}
            <input
              type="file"
              className="for-reader"
              accept={IMAGES.join(",")}
              onChange={(event) => choose(event.target.files?.[0])}
            />
          </label>
        </div>
        {!canTakePictures() && <p className={styles.soft}>{t.help.insecure}</p>}
        {pictureFault !== null && (
          <p className={styles.fault} role="alert">
            {pictureFault}
          </p>
        )}
        {picture !== null && (
          <Preview
            picture={picture}
            onRemove={() => {
              setPicture(null);
              changed();
            }}
          />
        )}
        <p className={styles.soft}>{t.help.sentWith}</p>
        {send.isError && <Fault error={send.error} safe={t.help.kept} />}
      </form>
    </Dialog>
  );
}

function Preview({ picture, onRemove }: { readonly picture: Blob; readonly onRemove: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    <figure className={styles.preview}>
      {url !== null && <img src={url} alt={t.help.pictureAlt} />}
      <Button look="quiet" onClick={onRemove}>
        {t.help.removePicture}
      </Button>
    </figure>
  );
}
