// All recipes by name. A new recipe is added here, with its words in english-prompts.ts.

import type { Recipe } from "./recipe.ts";
import { birds, crickets, gulls, owl } from "./recipes/animals.ts";
import { engine, explosion, gunshot, train, whistle, whoosh } from "./recipes/engines-and-arms.ts";
import { drumBeat, drumRoll, piano, violin } from "./recipes/instruments.ts";
import { carHorn, kettle, swords, typewriter } from "./recipes/machines.ts";
import { applause, carriage, cheering, crowd, heartbeat, hooves, steps } from "./recipes/people-and-beasts.ts";
import {
  bell,
  clink,
  clock,
  creak,
  doorClosing,
  doorOpening,
  glassBreaking,
  knock,
  metal,
  paperRustling,
  paperTearing,
  slam,
  telephone,
} from "./recipes/things.ts";
import { baby, cat, dog, snoring, wolf } from "./recipes/throats.ts";
import { dripping, fire, sea, splash, stream } from "./recipes/water-and-fire.ts";
import { rain, storm, thunder, wind } from "./recipes/weather.ts";

export const RECIPES = {
  rain,
  wind,
  storm,
  thunder,
  sea,
  stream,
  dripping,
  splash,
  fire,
  steps,
  hooves,
  carriage,
  heartbeat,
  crowd,
  applause,
  cheering,
  knock,
  creak,
  slam,
  door_opening: doorOpening,
  door_closing: doorClosing,
  bell,
  telephone,
  clock,
  glass_breaking: glassBreaking,
  clink,
  metal,
  paper_rustling: paperRustling,
  paper_tearing: paperTearing,
  engine,
  train,
  whistle,
  whoosh,
  gunshot,
  explosion,
  birds,
  gulls,
  owl,
  crickets,
  dog,
  wolf,
  cat,
  baby,
  snoring,
  piano,
  violin,
  drum: drumRoll,
  drum_beat: drumBeat,
  typewriter,
  car_horn: carHorn,
  kettle,
  swords,
} as const satisfies { readonly [name: string]: Recipe };

export type EffectName = keyof typeof RECIPES;
