// The entry of the studio: texts, session, addresses.

import "./ui/tokens.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchInstallation } from "./account/installation.ts";
import { createQueries } from "./api/query-client.ts";
import { chooseLanguage } from "./i18n/i18n.ts";
import { createAddresses, loadOpenedScreen } from "./routes.tsx";
import { Gate } from "./session/gate.tsx";
import { arrive, keepFocus } from "./ui/keep-focus.ts";
import { allowStylesOfParts } from "./ui/nonce.ts";

const queries = createQueries();
const router = createAddresses();
allowStylesOfParts();
watchInstallation();
keepFocus();
router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
  if (fromLocation !== undefined && pathChanged) arrive();
});
await chooseLanguage(navigator.languages);
loadOpenedScreen(location.pathname);

createRoot(document.getElementById("studio") ?? document.body).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Gate>
        <RouterProvider router={router} />
      </Gate>
    </QueryClientProvider>
  </StrictMode>,
);
