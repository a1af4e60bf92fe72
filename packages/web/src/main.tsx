// The entry of the studio: texts, session, addresses.

import "./ui/tokens.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchInstallation } from "./account/installation.ts";
import { createQueries } from "./api/query-client.ts";
import { chooseLanguage } from "./i18n/i18n.ts";
import { createAddresses } from "./routes.tsx";
import { Gate } from "./session/gate.tsx";
import { rememberLastOutside } from "./ui/last-outside.ts";
import { allowStylesOfParts } from "./ui/nonce.ts";

const queries = createQueries();
const router = createAddresses();
allowStylesOfParts();
watchInstallation();
rememberLastOutside();
await chooseLanguage(navigator.languages);

createRoot(document.getElementById("studio") ?? document.body).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Gate>
        <RouterProvider router={router} />
      </Gate>
    </QueryClientProvider>
  </StrictMode>,
);
