// One link of a guest: its state, the recordings that wait, the consent, and where the voice is used.

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { guests } from "../i18n/guest-texts.ts";
import { formatMoment } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import { countsOf, type GuestLink, sentencesOf } from "./guest-links.ts";
import own from "./guests.module.css";
import { SentRecordings } from "./sent-recordings.tsx";

interface GuestLinkItemProps {
  readonly link: GuestLink;
  /** The link is for another character than the one of the dialog. */
  readonly isOther: boolean;
  readonly onChanged: (sectionIds: readonly string[]) => Promise<unknown>;
}

export function GuestLinkItem({ link, isOther, onChanged }: GuestLinkItemProps) {
  const revoke = useMutation({
    mutationFn: () => api.call("revokeGuestLink", { params: { guestLinkId: link.id } }),
    onSuccess: () => onChanged([]),
  });
  const { consent } = link;
  const isWithdrawn = link.state === "withdrawn";
  return (
    <li>
      <div className={own.head}>
        <h3 dir="auto">{isOther ? `${link.guest_name} · ${guests.ofPart(link.person)}` : link.guest_name}</h3>
        {link.state === "active" && (
          <Button
            look="danger"
            aria-label={guests.revokeOf(link.guest_name)}
            disabled={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            {guests.revoke}
          </Button>
        )}
      </div>
      {sentencesOf(link).map((sentence) => (
        <p key={sentence} dir="auto">
          {sentence}
        </p>
      ))}
      {!isWithdrawn && consent !== null && <p className={own.soft}>{countsOf(link)}</p>}
      {revoke.isError && <Fault error={revoke.error} />}
      {link.waiting > 0 && <SentRecordings link={link} onChanged={onChanged} />}
      {(isWithdrawn || link.used > 0) && <GuestUse link={link} />}
      {consent !== null && (
        <details>
          <summary>{guests.consentText}</summary>
          <p className={own.text} lang={consent.language}>
            {consent.text}
          </p>
        </details>
      )}
    </li>
  );
}

/** Read when it is opened. */
function GuestUse({ link }: { readonly link: GuestLink }) {
  const [isOpen, setIsOpen] = useState(false);
  const use = useQuery({
    queryKey: ["story", link.project_id, "guests", link.id, "use", link.used],
    queryFn: ({ signal }) => api.call("readGuestUse", { params: { guestLinkId: link.id }, signal }),
    enabled: isOpen,
    staleTime: 0,
  });
  const isWithdrawn = link.state === "withdrawn";
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{isWithdrawn ? guests.whereWasUsed : guests.whereUsed}</summary>
      {use.isError && <Fault error={use.error} />}
      {use.data !== undefined && (
        <div className={own.use}>
          <p>{(isWithdrawn ? guests.lostLines : guests.linesWith)(use.data.lines.length)}</p>
          <ul>
            {use.data.lines.map(({ section_id, block_id, text, since }) => (
              <li key={`${section_id} ${block_id} ${since}`} dir="auto">
                {text}
              </li>
            ))}
          </ul>
          <p>{use.data.exports.length === 0 ? guests.noFiles : guests.filesWith}</p>
          <ul>
            {use.data.exports.map(({ export_id, format, created_at }) => (
              <li key={export_id}>
                {format} · {formatMoment(created_at)}
              </li>
            ))}
          </ul>
          {use.data.shares.length > 0 && <p>{guests.pagesWith}</p>}
          <ul>
            {addressesOf(use.data.shares).map((url) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer">
                  {url}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </details>
  );
}

/** Public pages, each followed by its feed when that contains the voice as well. */
const addressesOf = (shares: readonly { readonly url: string; readonly feed_url: string | null }[]) =>
  shares.flatMap(({ url, feed_url }) => (feed_url === null ? [url] : [url, feed_url]));
