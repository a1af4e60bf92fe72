// English, the language that defines which texts there are. Each room has a file of its own.

import { account } from "./en/account.ts";
import { activity } from "./en/activity.ts";
import { common, faults } from "./en/common.ts";
import { help } from "./en/help.ts";
import { library } from "./en/library.ts";
import { newStory } from "./en/new-story.ts";
import { player } from "./en/player.ts";
import { script } from "./en/script.ts";
import { session } from "./en/session.ts";
import { shell } from "./en/shell.ts";
import { story } from "./en/story.ts";

export const en = {
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

export type Texts = typeof en;
