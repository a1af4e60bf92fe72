// The natural English cast keeps the engine contract.

import { engineConformance } from "../conformance.ts";
import { createFliteEngine } from "./flite.ts";

engineConformance("flite", () => createFliteEngine({ threads: 2 }));
