// People who lend a voice to a part: a new link, the links there are, and what was sent through them.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api, change, type Speaker } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { guests } from "../i18n/guest-texts.ts";
import { LinkField } from "../share/link-field.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./cast.module.css";
import { GuestLinkItem } from "./guest-link-item.tsx";
import { guestLinksQuery } from "./guest-links.ts";
import own from "./guests.module.css";

interface InviteDialogProps {
  readonly projectId: string;
  readonly person: Speaker;
  readonly onClose: () => void;
}

/** Guests record while the dialog is open. */
const REFRESH_MS = 15_000;

/** On a phone the new address is below the fields. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

export function InviteDialog({ projectId, person, onClose }: InviteDialogProps) {
  const queries = useQueryClient();
  const form = useId();
  const [guestName, setGuestName] = useState("");
  const [askedBy, setAskedBy] = useState("");
  const [days, setDays] = useState("14");
  const [showsCue, setShowsCue] = useState(true);
  const [playsAtOnce, setPlaysAtOnce] = useState(false);
  const query = guestLinksQuery(projectId);
  const state = useQuery({ ...query, refetchInterval: REFRESH_MS });
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey });
  const create = useMutation({
    mutationFn: () =>
      api.call("createGuestLink", {
        params: { projectId },
        body: {
          ...change(),
          speaker_id: person.id,
          guest_name: guestName.trim(),
          asked_by: askedBy.trim(),
          days: Number(days),
          shows_cue: showsCue,
          plays_at_once: playsAtOnce,
        },
      }),
    onSuccess: async () => {
      setGuestName("");
      announce(guests.address);
      await refresh();
    },
  });
  // Links of characters that were deleted are shown with every part, so that each one can be reached.
  // Those with recordings to listen to stand first.
  const links = (state.data ?? [])
    .filter(({ speaker_id }) => speaker_id === person.id || speaker_id === null)
    .sort((one, other) => Number(other.waiting > 0) - Number(one.waiting > 0));
  // Its address is not stored: it is shown until the link ends or the dialog is closed.
  const made = links.some(({ id, state: now }) => id === create.data?.guest_link.id && now === "active")
    ? create.data
    : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={guests.title(person.name)}
      description={guests.explain}
      actions={
        <Button look="primary" type="submit" form={form} disabled={create.isPending}>
          {guests.create}
        </Button>
      }
    >
      {state.isError && <Fault error={state.error} onRetry={() => void state.refetch()} />}
      {links.length > 0 && (
        <ul className={own.links} aria-label={guests.links}>
          {links.map((link) => (
            <GuestLinkItem
              key={link.id}
              link={link}
              isOther={link.person !== person.name}
              onChanged={(sectionIds) => {
                for (const id of sectionIds) {
                  void queries.invalidateQueries({ queryKey: keys.script(id) });
                  void queries.invalidateQueries({ queryKey: keys.takes(id) });
                }
                return refresh();
              }}
            />
          ))}
        </ul>
      )}
      <form id={form} className={styles.form} onSubmit={submit}>
        <div className={own.fields}>
          <TextField
            label={guests.guestName}
            value={guestName}
            maxLength={60}
            required
            onChange={(event) => setGuestName(event.target.value)}
          />
          <TextField
            label={guests.askedBy}
            hint={guests.askedByHint}
            value={askedBy}
            maxLength={60}
            required
            onChange={(event) => setAskedBy(event.target.value)}
          />
          <TextField
            label={guests.days}
            type="number"
            min={1}
            max={90}
            required
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        </div>
        <label className={styles.check}>
          <input type="checkbox" checked={showsCue} onChange={(event) => setShowsCue(event.target.checked)} />
          <span>{guests.showsCue}</span>
        </label>
        <label className={styles.check}>
          <input type="checkbox" checked={playsAtOnce} onChange={(event) => setPlaysAtOnce(event.target.checked)} />
          <span>{guests.playsAtOnce}</span>
        </label>
        {create.isError && <Fault error={create.error} />}
        {made !== undefined && (
          <div ref={intoView}>
            <LinkField label={guests.address} url={made.url} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
