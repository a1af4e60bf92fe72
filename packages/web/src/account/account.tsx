// The account: what it has and stores, recent work, where voices come from, devices, keys, webhooks, and the way out.
// A paired device sees only what it may do.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { profileQuery } from "../api/queries.ts";
import { formatDay, t } from "../i18n/i18n.ts";
import { mayChangeAccount, mayManageAccess } from "../session/session-state.ts";
import { signOut } from "../session/sign-out.ts";
import { Screen } from "../shell/screen.tsx";
import { Button } from "../ui/button.tsx";
import styles from "./account.module.css";
import { ActivityPart } from "./activity-part.tsx";
import { BalancePart } from "./balance-part.tsx";
import { DevicePart } from "./device-part.tsx";
import { DevicesPart } from "./devices-part.tsx";
import { EnginesPart } from "./engines-part.tsx";
import { KeysPart } from "./keys-part.tsx";
import { LanguageModelPart } from "./language-model-part.tsx";
import { StoragePart } from "./storage-part.tsx";
import { WebhooksPart } from "./webhooks-part.tsx";

const OwnVoicesPart = lazy(async () => ({ default: (await import("../voices/own-voices-part.tsx")).OwnVoicesPart }));
const CataloguePart = lazy(async () => ({ default: (await import("./catalogue-part.tsx")).CataloguePart }));

export function Account() {
  const queries = useQueryClient();
  const profile = useQuery(profileQuery);
  return (
    <Screen title={t.shell.account} aside={<Button onClick={() => void signOut(queries)}>{t.session.signOut}</Button>}>
      {profile.data !== undefined && (
        <p className={styles.who}>
          <b dir="auto">{profile.data.display_name}</b>
          <span className={styles.soft}>
            {profile.data.username.toLowerCase() !== profile.data.display_name.toLowerCase() && (
              <>
                <span dir="auto">{profile.data.username}</span> ·{" "}
              </>
            )}
            {t.account.since(formatDay(profile.data.created_at))}
          </span>
        </p>
      )}
      <div className={styles.parts}>
        <BalancePart />
        <StoragePart />
        <ActivityPart />
        <EnginesPart />
        <Suspense>
          <OwnVoicesPart />
        </Suspense>
        <LanguageModelPart />
        {mayManageAccess() && <DevicesPart />}
        {mayManageAccess() && <KeysPart />}
        {mayChangeAccount() && <WebhooksPart />}
        {mayChangeAccount() && (
          <Suspense>
            <CataloguePart />
          </Suspense>
        )}
        <DevicePart />
      </div>
    </Screen>
  );
}
