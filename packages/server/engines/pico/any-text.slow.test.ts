// Pico's natural casts speak any text.

import { anyTextTests } from "../any-text-behaviour.ts";
import { createPicoEngine } from "./pico.ts";

anyTextTests(createPicoEngine({ threads: 1 }), ["johanna", "rosalind", "eleonore", "consuelo", "margherita"]);
