// The state of the player for components.

import { useSyncExternalStore } from "react";
import { player } from "./player.ts";

export const usePlayer = () => useSyncExternalStore(player.subscribe, player.state);
