// Pico's natural casts keep the engine contract.

import { engineConformance } from "../conformance.ts";
import { createPicoEngine } from "./pico.ts";

engineConformance("pico", () => createPicoEngine({ threads: 2 }));
