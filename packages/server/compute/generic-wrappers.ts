// V8 compiles a wrapper of its own for each kind of call from WebAssembly to JavaScript that happens often, and shares it between
// threads. When it frees such a wrapper it can end the process: "Check failed: jit_page_->allocations_.erase(addr) == 1", below
// Runtime_TierUpWasmToJSWrapper (nodejs/node#64500). Importing this file makes V8 keep its generic wrapper, which it never frees,
// for everything that is instantiated afterwards. A call takes 20 ns longer.

import { setFlagsFromString } from "node:v8";

/** The largest number that V8 accepts: calls until a wrapper is compiled. */
setFlagsFromString("--wasm-wrapper-tiering-budget=2147483647");
