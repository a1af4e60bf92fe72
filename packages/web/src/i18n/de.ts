// German. Its type is that of English, so a missing text does not compile.

import { account } from "./de/account.ts";
import { activity } from "./de/activity.ts";
import { common, faults } from "./de/common.ts";
import { help } from "./de/help.ts";
import { library } from "./de/library.ts";
import { newStory } from "./de/new-story.ts";
import { player } from "./de/player.ts";
import { script } from "./de/script.ts";
import { session } from "./de/session.ts";
import { shell } from "./de/shell.ts";
import { story } from "./de/story.ts";
import type { Texts } from "./en.ts";

export const de: Texts = {
  account,
  activity,
  common,
  faults,
  session,
  shell,
  library,
  newStory,
  story,
  script,
  player,
  help,
};
