// English, the language that defines which texts there are. Each room has a file of its own.

import { account } from "./en/account.ts";
import { activity } from "./en/activity.ts";
import { cast } from "./en/cast.ts";
import { common, faults } from "./en/common.ts";
import { create } from "./en/create.ts";
import { help } from "./en/help.ts";
import { library } from "./en/library.ts";
import { newStory } from "./en/new-story.ts";
import { player } from "./en/player.ts";
import { script } from "./en/script.ts";
import { session } from "./en/session.ts";
import { share } from "./en/share.ts";
import { shell } from "./en/shell.ts";
import { sounds } from "./en/sounds.ts";
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
  cast,
  player,
  create,
  help,
  share,
  sounds,
};

export type Texts = typeof en;
