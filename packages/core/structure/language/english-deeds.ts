// What people and animals do in English narration, and no things do.

import { PEOPLE_EN } from "./generated/people.ts";
import type { Deeds } from "./language.ts";

const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

export const ENGLISH_DEEDS: Deeds = {
  alone: set(`
    nodded smiled laughed grinned frowned shrugged winked sighed blinked glanced gazed peered squinted glared coughed sneezed
    yawned snorted sniffed chuckled giggled sniggered wept hesitated blushed winced flinched gestured saluted bowed curtsied swallowed
    chewed sipped thought wondered considered watched listened knelt stammered beamed scowled smirked tutted
  `),
  withObject: set(`
    scratched wiped rubbed licked folded crossed cleared shook took put stuck raised lowered lifted pulled dropped tugged stroked
    adjusted straightened buttoned unbuttoned tapped drummed clasped clapped closed opened bent slapped
  `),
  own: set("himself herself"),
  people: set(PEOPLE_EN),
  endings:
    /(?:[a-z]{2}man|woman|[a-z]{2}boy|girl|maid|keeper|[a-z]{3}master|mistress|monger|[a-z]{2}smith|wright|herd)$/u,
  past: /(?:ed|was|had|were|could|would|did|didn't|took|put|came|went|got|gave|held|drew|threw|shook|stood|sat|ran|began|made|saw|left|knew)$/u,
};
