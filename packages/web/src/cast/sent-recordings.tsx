// Recordings that a guest sent: each can be heard, used as the take of its line, or deleted.

import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { guests } from "../i18n/guest-texts.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import type { GuestLink } from "./guest-links.ts";
import own from "./guests.module.css";

interface SentRecordingsProps {
  readonly link: GuestLink;
  readonly onChanged: (sectionIds: readonly string[]) => Promise<unknown>;
}

export function SentRecordings({ link, onChanged }: SentRecordingsProps) {
  const sent = useQuery({
    queryKey: ["story", link.project_id, "guests", link.id, "sent", link.waiting],
    queryFn: async ({ signal }) =>
      (await api.call("listGuestRecordings", { params: { guestLinkId: link.id }, signal })).recordings,
    placeholderData: (held) => held,
    staleTime: 0,
  });
  const recordings = sent.data ?? [];
  const done = () => onChanged([...new Set(recordings.map(({ section_id }) => section_id))]);
  const use = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const guestRecordingId of ids) await api.call("useGuestRecording", { params: { guestRecordingId } });
    },
    onSettled: done,
  });
  const remove = useMutation({
    mutationFn: (guestRecordingId: string) => api.call("declineGuestRecording", { params: { guestRecordingId } }),
    onSettled: done,
  });
  const isBusy = use.isPending || remove.isPending;
  const fault = use.error ?? remove.error ?? sent.error;
  return (
    <>
      <ul className={own.sent} aria-label={guests.sent(link.guest_name)}>
        {recordings.map(({ id, text, matches_line, findings }) => (
          <li key={id}>
            <blockquote dir="auto">{text}</blockquote>
            {!matches_line && <p className={own.warn}>{guests.changedLine}</p>}
            {findings.length > 0 && (
              <p className={own.warn}>{findings.map(({ kind }) => guests.findings[kind]).join(", ")}</p>
            )}
            {/* biome-ignore lint/a11y/useMediaCaption: the words stand above. */}
            <audio controls preload="none" aria-label={guests.listen(text)} src={`/v1/studio/guest-recordings/${id}`} />
            <div className={own.row}>
              <Button aria-label={guests.takeOf(text)} disabled={isBusy} onClick={() => use.mutate([id])}>
                {guests.use}
              </Button>
              <Button
                look="quiet"
                aria-label={guests.removeOf(text)}
                disabled={isBusy}
                onClick={() => remove.mutate(id)}
              >
                {guests.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {recordings.length > 1 && (
        <Button disabled={isBusy} onClick={() => use.mutate(recordings.map(({ id }) => id))}>
          {guests.takeAll(recordings.length)}
        </Button>
      )}
      {fault !== null && <Fault error={fault} />}
    </>
  );
}
