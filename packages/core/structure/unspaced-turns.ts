// Attributes the lines of a language without spaces by the evidence beside each line, the people present, the addressed person and
// the turns of the conversation together. A line without a person nearby has no speaker.

import { confidenceOf } from "./confidence.ts";
import { posteriors } from "./lattice.ts";
import type { TurnScores } from "./turns.ts";
import type { UnspacedLine, UnspacedSubject } from "./unspaced-lines.ts";

/** Natural-log odds of each kind of evidence. */
const ODDS = {
  tag: 14,
  action: 6,
  pronoun: 3.5,
  pronounClashes: -5,
  before: 1.6,
  after: 1.1,
  afterSays: 4,
  recent: 0.5,
  addressed: -8,
  answers: 2.8,
  again: -3,
  againAcross: -0.3,
  back: 2.2,
  backAcross: 1,
} as const;

/** Paragraphs of narration after which a conversation is over. */
const SCENE_GAP = 3;
/** Lines to either side whose named speakers are present. */
const REACH = 8;
const MAX_PEOPLE = 8;
/** Nothing supports the only candidate except that no other person is near. */
const ALONE = 0.5;

export interface UnspacedDecision {
  readonly who: UnspacedSubject;
  readonly method: string;
  readonly confidence: number;
}

const NARRATOR: UnspacedSubject = { name: null, gender: null, narrator: true, rest: "" };

const keyOf = ({ name, narrator }: UnspacedSubject): string | null => (narrator ? "" : name);

export function decideTurns(lines: readonly UnspacedLine[], crowds: ReadonlySet<string>): (UnspacedDecision | null)[] {
  const ids = new Map<string, number>();
  const people: UnspacedSubject[] = [];
  const idOf = (who: UnspacedSubject | null): number => {
    const key = who === null ? null : keyOf(who);
    if (who === null || key === null) return -1;
    const known = ids.get(key);
    if (known !== undefined) {
      if (people[known]!.gender === null && who.gender !== null) people[known] = who;
      return known;
    }
    ids.set(key, people.length);
    people.push(who);
    return people.length - 1;
  };
  const stated = lines.map((line) => idOf(line.stated?.who ?? null));
  const scenes = sceneOf(lines);
  const present = lines.map((line, index) => {
    const found = new Set<number>();
    const offer = (id: number): void => {
      // A group says only what a tag gives it.
      if (id < 0 || found.size >= MAX_PEOPLE || (id !== stated[index]! && crowds.has(people[id]!.name ?? ""))) return;
      found.add(id);
    };
    offer(stated[index]!);
    offer(idOf(line.before));
    offer(idOf(line.after));
    if (lines[index - 1]?.toNarrator === true) offer(idOf(NARRATOR));
    for (let step = 1; step <= REACH; step++) {
      for (const other of [index - step, index + step]) {
        if (scenes[other] !== scenes[index]) continue;
        offer(stated[other]!);
        offer(idOf(lines[other]!.before));
      }
    }
    for (const who of line.recent.slice(0, 3)) offer(idOf(who));
    return [...found];
  });
  const called = lines.map(({ words }, index) => present[index]!.filter((id) => isAddressed(people[id]!.name, words)));
  const scores = lines.map((line, index) =>
    present[index]!.map((id) => scoreOf(line, id, stated[index]!, called[index]!)),
  );
  const laid = lines.map((_, index) => ({
    people: present[index]!.length === 0 ? [-1] : present[index]!,
    scores: present[index]!.length === 0 ? [0] : scores[index]!,
    turns: index === 0 ? null : turnsOf(index),
  }));
  const chances = posteriors(laid);
  return lines.map((line, index) => {
    const own = present[index]!;
    if (own.length === 0) return null;
    let best = 0;
    for (let place = 1; place < own.length; place++) if (chances[index]![place]! > chances[index]![best]!) best = place;
    const who = people[own[best]!]!;
    const named = line.stated !== null && stated[index] === own[best];
    const method = named
      ? line.stated!.kind
      : line.stated !== null && line.stated.who.name === null
        ? "pronoun"
        : "turn";
    if (own.length === 1 && !named) return { who, method, confidence: ALONE };
    return { who, method, confidence: confidenceOf(chances[index]![best]!, method, lines.length) };
  });

  function scoreOf(line: UnspacedLine, id: number, tagged: number, addressed: readonly number[]): number {
    let score = 0;
    const evidence = line.stated;
    if (tagged === id) score += ODDS[evidence!.kind];
    else if (evidence !== null && tagged < 0) {
      const { gender } = people[id]!;
      const clash = people[id]!.narrator || (gender !== null && gender !== evidence.who.gender);
      score += clash ? ODDS.pronounClashes : gender === null ? 0 : ODDS.pronoun;
      const meant = line.recent.find(
        (one) => !one.narrator && (one.gender === null || one.gender === evidence.who.gender),
      );
      if (meant !== undefined && idOf(meant) === id) score += 1.5;
    }
    if (idOf(line.before) === id) score += ODDS.before;
    if (idOf(line.after) === id) score += line.afterSays ? ODDS.afterSays : ODDS.after;
    if (line.recent.slice(0, 2).some((who) => idOf(who) === id)) score += ODDS.recent;
    if (addressed.includes(id) && tagged !== id) score += ODDS.addressed;
    return score;
  }

  function turnsOf(index: number): TurnScores {
    const rows = present[index - 1]!.length === 0 ? [-1] : present[index - 1]!;
    const columns = present[index]!.length === 0 ? [-1] : present[index]!;
    const pair = new Float64Array(rows.length * columns.length);
    if (scenes[index] !== scenes[index - 1]) return { pair, back: 0 };
    const near = lines[index]!.gap === 0;
    rows.forEach((before, row) => {
      columns.forEach((here, column) => {
        const listens =
          called[index - 1]!.includes(here) || (lines[index - 1]!.toNarrator && people[here]?.narrator === true);
        const answers = listens && before !== here ? ODDS.answers : 0;
        pair[row * columns.length + column] = (before === here ? (near ? ODDS.again : ODDS.againAcross) : 0) + answers;
      });
    });
    return { pair, back: near ? ODDS.back : ODDS.backAcross };
  }
}

function sceneOf(lines: readonly UnspacedLine[]): number[] {
  let scene = 0;
  return lines.map(({ gap }, index) => {
    if (index > 0 && gap > SCENE_GAP) scene++;
    return scene;
  });
}

/** "刘洋，你来。", "待ってよ、翔": a name between marks. */
function isAddressed(name: string | null, words: string): boolean {
  if (name === null || name === "") return false;
  for (let at = words.indexOf(name); at >= 0; at = words.indexOf(name, at + 1)) {
    const before = words.charAt(at - 1);
    const after = words.charAt(at + name.length);
    if (/^[「『“‘"，、。！？!?…—]?$/u.test(before) && /^[」』”’"，、。！？!?…—]?$/u.test(after)) return true;
  }
  return false;
}
