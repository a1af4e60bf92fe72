// The natural English cast speaks any text.

import { anyTextTests } from "../any-text-behaviour.ts";
import { createFliteEngine } from "./flite.ts";

anyTextTests(createFliteEngine({ threads: 1 }), ["clara"]);
