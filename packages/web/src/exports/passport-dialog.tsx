// The publishing passport: what it says, and its two files.

import { passportPage } from "@fullcast/core/passport";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../api/api.ts";
import { exportTexts } from "../i18n/export-texts.ts";
import { language, t } from "../i18n/i18n.ts";
import { PublishWarnings } from "../share/warnings.tsx";
import buttonStyles from "../ui/button.module.css";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./exports.module.css";

export function PassportDialog({ projectId, onClose }: { readonly projectId: string; readonly onClose: () => void }) {
  // Each opening makes one of this moment.
  const signed = useQuery({
    queryKey: ["passport", projectId],
    queryFn: ({ signal }) => api.call("readPassport", { params: { projectId }, signal }),
    gcTime: 0,
  });
  const { passport } = signed.data ?? {};
  return (
    <Dialog
      open
      onClose={onClose}
      title={exportTexts.passport}
      description={exportTexts.passportHint}
      actions={
        signed.data !== undefined && (
          <>
            <FileLink
              name="passport.html"
              type="text/html"
              content={passportPage(signed.data, language)}
              label={exportTexts.passportPage}
            />
            <FileLink
              name="passport.json"
              type="application/json"
              content={`${JSON.stringify(signed.data, null, 2)}\n`}
              label={exportTexts.passportJson}
            />
          </>
        )
      }
    >
      {signed.isPending && <p role="status">{t.common.loading}</p>}
      {signed.isError && <Fault error={signed.error} onRetry={() => void signed.refetch()} />}
      {passport !== undefined && (
        <div className={styles.report}>
          <PublishWarnings warnings={passport.warnings} />
          <p>{exportTexts.passportFiles(passport.files.length)}</p>
          {passport.voices.length === 0 ? (
            <p className={styles.soft}>{exportTexts.passportNoVoice}</p>
          ) : (
            <ul className={styles.rules} aria-label={exportTexts.passportVoices}>
              {passport.voices.map((voice) => (
                <li key={`${voice.provider} ${voice.model} ${voice.voice}`} className={styles.voice}>
                  <b dir="auto">{voice.voice}</b>, {voice.engine}
                  <span className={styles.advice} dir="auto">
                    {exportTexts.licence(voice.license)}: {publication(voice.may_publish)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Dialog>
  );
}

const publication = (may: boolean | null): string =>
  may === null ? exportTexts.mayPublishUnknown : may ? exportTexts.mayPublish : exportTexts.mayNotPublish;

interface FileLinkProps {
  readonly name: string;
  readonly type: string;
  readonly content: string;
  readonly label: string;
}

/** A link that downloads a text. */
function FileLink({ name, type, content, label }: FileLinkProps) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content, type]);
  return (
    <a className={`${buttonStyles.button} ${buttonStyles.plain}`} href={address} download={name}>
      {label}
    </a>
  );
}
