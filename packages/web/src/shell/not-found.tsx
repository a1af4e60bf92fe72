// The page of an unknown address.

import { Link } from "@tanstack/react-router";
import { t } from "../i18n/i18n.ts";
import { Screen } from "./screen.tsx";

export function NotFound() {
  return (
    <Screen title={t.shell.notFound}>
      <p>{t.shell.notFoundHint}</p>
      <p>
        <Link to="/">{t.shell.toStories}</Link>
      </p>
    </Screen>
  );
}
