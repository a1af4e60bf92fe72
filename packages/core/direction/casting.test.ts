import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Block } from "../document/document.ts";
import type { CastableVoice, CastingSpeaker } from "./castable.ts";
import { castVoices } from "./casting.ts";
import { type Conversation, conversationGraph } from "./conversations.ts";
import { distanceOf, LEAST_DISTANCE } from "./voice-distance.ts";

const GENDERS = ["male", "female", "neutral"] as const;
const AGES = ["child", "young", "adult", "old"] as const;

function voice(voice_id: string, over: Partial<CastableVoice> = {}): CastableVoice {
  return {
    voice_id,
    language: "en-GB",
    gender: "male",
    age: "adult",
    accent: null,
    tags: [],
    features: [0, 0],
    ...over,
  };
}

function speaker(id: string, over: Partial<CastingSpeaker> = {}): CastingSpeaker {
  return {
    id,
    name: id,
    role: "character",
    gender: "male",
    age: "adult",
    lines: 20,
    characters: 900,
    casting: null,
    ...over,
  };
}

const NARRATOR = speaker("narrator", { role: "narrator", gender: null, age: null });
const TELLER = voice("teller", { tags: ["narrator"], features: [9, 9] });

/** Four voices of each gender and age, spread over a plane. */
const LIBRARY: readonly CastableVoice[] = [
  TELLER,
  ...GENDERS.flatMap((gender, g) =>
    AGES.flatMap((age, a) =>
      [0, 1, 2, 3].map((n) => voice(`${gender}-${age}-${n}`, { gender, age, features: [g * 4 + (n % 2), a * 3 + n] })),
    ),
  ),
];

const cast = (
  speakers: readonly CastingSpeaker[],
  conversations: readonly Conversation[] = [],
  voices: readonly CastableVoice[] = LIBRARY,
) => castVoices({ speakers, conversations, voices, language: "en" });

test("the narrator gets the narrator's voice, the other speakers voices that fit gender and age", () => {
  const people = GENDERS.flatMap((gender) => AGES.map((age) => speaker(`${gender} ${age}`, { gender, age })));
  const result = cast([...people, NARRATOR]);
  assert.equal(result.get("narrator"), "teller");
  for (const { id, gender, age } of people) {
    assert.match(result.get(id) ?? "", new RegExp(`^${gender}-${age}-`));
  }
});

test("conversation partners get distant voices and never share one", () => {
  const pair = [speaker("ann", { gender: "female" }), speaker("bea", { gender: "female" })];
  const near = voice("near", { gender: "female", features: [0, 0] });
  const nearer = voice("nearer", { gender: "female", features: [0.1, 0] });
  const far = voice("far", { gender: "female", features: [5, 0] });
  const result = cast(pair, [{ a: "ann", b: "bea", weight: 7 }], [near, nearer, far]);
  const voices = [result.get("ann"), result.get("bea")];
  assert.ok(voices.includes("far"), String(voices));
  assert.equal(new Set(voices).size, 2);
});

test("the conversation with the larger weight decides if there are too few voices", () => {
  const people = ["ann", "bea", "cat"].map((id) => speaker(id, { gender: "female", lines: 2, characters: 100 }));
  const crowd = speaker("crowd", { characters: 100_000 });
  const voices = [voice("one", { gender: "female" }), voice("two", { gender: "female", features: [3, 0] }), TELLER];
  const result = cast(
    [...people, crowd],
    [
      { a: "ann", b: "bea", weight: 9 },
      { a: "bea", b: "cat", weight: 1 },
    ],
    voices,
  );
  assert.notEqual(result.get("ann"), result.get("bea"));
  assert.notEqual(result.get("bea"), result.get("cat"), "those who never talk with each other share");
  assert.equal(result.get("ann"), result.get("cat"));
});

test("with too little choice: a neutral voice before the opposite gender, another age before another gender", () => {
  const girl = speaker("girl", { gender: "female", age: "child" });
  assert.equal(
    cast([girl], [], [voice("boy", { age: "child" }), voice("lady", { gender: "female", age: "old" })]).get("girl"),
    "lady",
  );
  assert.equal(
    cast([girl], [], [voice("boy", { age: "child" }), voice("it", { gender: "neutral" })]).get("girl"),
    "it",
  );
  assert.equal(cast([girl], [], [voice("boy", { age: "child" })]).get("girl"), "boy", "any voice is better than none");
  const lad = speaker("lad", { age: "young" });
  assert.equal(cast([lad], [], [voice("child", { age: "child" }), voice("man")]).get("lad"), "man");
});

test("voices of the story's language are cast; others only if there are none", () => {
  const german = voice("german", { language: "de-DE" });
  const old = voice("old", { age: "old" });
  assert.equal(cast([speaker("tom")], [], [german, old]).get("tom"), "old");
  assert.equal(cast([speaker("tom")], [], [german]).get("tom"), "german");
  assert.equal(cast([speaker("tom"), NARRATOR], [], []).size, 0);
});

test("a user's choice stays even if its voice is unavailable; an automatic cast with an unavailable voice is replaced", () => {
  const user = speaker("user", { casting: { voice_id: "gone", source: "user" } });
  const own = speaker("own", { casting: { voice_id: "female-old-1", source: "user" } });
  const stale = speaker("stale", { casting: { voice_id: "gone", source: "automatic" } });
  const kept = speaker("kept", { casting: { voice_id: "male-old-2", source: "automatic" } });
  const result = cast([user, own, stale, kept]);
  assert.equal(result.get("user"), "gone");
  assert.equal(result.get("own"), "female-old-1");
  assert.match(result.get("stale") ?? "", /^male-adult-/);
  assert.equal(result.get("kept"), "male-old-2");
});

test("creatures' voices are for creatures, and main characters get no odd voices", () => {
  const men = [0, 1, 2, 3, 4].map((n) => voice(`man-${n}`, { features: [n / 10, 0] }));
  const odd = voice("odd", { features: [0, 3] });
  const ghost = voice("ghost", { gender: "neutral", tags: ["creature"], features: [0.2, 0] });
  const result = cast([speaker("hero"), speaker("it", { gender: "neutral" })], [], [...men, odd, ghost]);
  assert.match(result.get("hero") ?? "", /^man-/);
  assert.equal(result.get("it"), "ghost");
});

test("unknown gender and age: an adult voice, away from the partners", () => {
  const stranger = speaker("stranger", { gender: null, age: null });
  const tom = speaker("tom", { casting: { voice_id: "male-adult-0", source: "user" } });
  const voiceId = cast([stranger, tom], [{ a: "stranger", b: "tom", weight: 3 }]).get("stranger") ?? "";
  const chosen = LIBRARY.find(({ voice_id }) => voice_id === voiceId);
  assert.equal(chosen?.age, "adult");
  assert.notEqual(chosen?.gender, "male", "a voice of another gender is further away");
});

const drawnSpeakers = fc
  .array(
    fc.record({
      gender: fc.constantFrom("male", "female", "neutral", null),
      age: fc.constantFrom("child", "young", "adult", "old", null),
      lines: fc.integer({ min: 1, max: 60 }),
      cast: fc.constantFrom<"user" | "automatic" | null>(null, null, null, "user", "automatic"),
      voice: fc.nat(LIBRARY.length - 1),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map((one, index) =>
      speaker(`s${String(index).padStart(2, "0")}`, {
        gender: one.gender,
        age: one.age,
        lines: one.lines,
        characters: one.lines * 40,
        casting: one.cast === null ? null : { voice_id: LIBRARY[one.voice]!.voice_id, source: one.cast },
      }),
    ),
  );
const drawnConversations = fc.array(
  fc.record({ a: fc.nat(11), b: fc.nat(11), weight: fc.integer({ min: 1, max: 20 }) }),
  { maxLength: 20 },
);

test("for any conversations: voices fit, partners are distant, and the result is stable and independent of the order", () => {
  fc.assert(
    fc.property(drawnSpeakers, drawnConversations, (people, drawn) => {
      const conversations = drawn
        .map(({ a, b, weight }) => ({ a: people[a % people.length]!.id, b: people[b % people.length]!.id, weight }))
        .filter(({ a, b }) => a !== b);
      const speakers = [NARRATOR, ...people];
      const result = cast(speakers, conversations);
      assert.equal(result.size, speakers.length);
      const isNew = (id: string) => people.find((one) => one.id === id)?.casting === null;
      for (const person of people) {
        const voiceId = result.get(person.id);
        if (person.casting !== null) {
          assert.equal(voiceId, person.casting.voice_id, "existing casts are kept");
          continue;
        }
        const chosen = LIBRARY.find(({ voice_id }) => voice_id === voiceId);
        assert.ok(chosen);
        const opposite = person.gender === "male" ? "female" : person.gender === "female" ? "male" : null;
        assert.notEqual(chosen.gender, opposite, "never the opposite gender");
        assert.notEqual(voiceId, result.get("narrator"), "nobody has the narrator's voice");
      }
      for (const { a, b } of conversations) {
        if (isNew(a) || isNew(b)) assert.notEqual(result.get(a), result.get(b), "partners never share");
      }
      const again = speakers.map((one) => ({
        ...one,
        casting: one.casting ?? { voice_id: result.get(one.id)!, source: "automatic" as const },
      }));
      assert.deepEqual(new Map(cast(again, conversations)), new Map(result), "casting again changes nothing");
      const shuffled = cast([...speakers].reverse(), [...conversations].reverse(), [...LIBRARY].reverse());
      for (const { id } of speakers) assert.equal(shuffled.get(id), result.get(id), "any order gives the same cast");
    }),
    { numRuns: 40 },
  );
});

test("partners are further apart than voices chosen in order", () => {
  const people = ["a", "b", "c", "d"].map((id) => speaker(id, { gender: "male" }));
  const conversations = people.flatMap(({ id: a }) =>
    people.filter(({ id: b }) => a < b).map(({ id: b }) => ({ a, b, weight: 5 })),
  );
  const voices = Array.from({ length: 16 }, (_, n) =>
    voice(`v${String(n).padStart(2, "0")}`, { features: [n % 4, n >> 2] }),
  );
  const result = cast(people, conversations, voices);
  const chosen = people.map(({ id }) => voices.find(({ voice_id }) => voice_id === result.get(id))!);
  const nearest = Math.min(
    ...chosen.flatMap((one, index) => chosen.slice(index + 1).map((other) => distanceOf(one, other) ?? 0)),
  );
  assert.ok(nearest >= 3, `corners of the plane are 3 apart, these ${nearest}`);
});

function line(speaker_id: string | null): Block {
  return { ...narration("“Yes.”"), kind: "speech", speaker_id } as Block;
}

function narration(text: string): Block {
  return {
    id: "b",
    kind: "narration",
    block_version: 1,
    generation_profile_override: null,
    content: {
      type: "text",
      schema_version: "studio-ast-2",
      text,
      annotations: [],
      points: [],
      delivery_control_sets: [],
    },
    placement: null,
    speaker_id: "narrator",
  };
}

test("a conversation is who speaks after whom, with short narration between, inside one scene", () => {
  assert.deepEqual(conversationGraph([line("tom"), narration("said Tom."), line("tom"), line("ann"), line("tom")]), [
    { a: "ann", b: "tom", weight: 4 },
  ]);
  assert.deepEqual(conversationGraph([line("tom"), line("ann"), line(null), line("bea")]), [
    { a: "ann", b: "bea", weight: 2 },
    { a: "ann", b: "tom", weight: 2 },
    { a: "bea", b: "tom", weight: 1 },
  ]);
  assert.deepEqual(conversationGraph([line("tom"), narration("* * *\n"), line("ann")]), []);
  assert.deepEqual(conversationGraph([line("tom"), narration("Rain. ".repeat(101)), line("ann")]), []);
});

const COUNTRIES = ["en-GB", "en-US"] as const;
const ACCENTED: readonly CastableVoice[] = [
  voice("teller-gb", { tags: ["narrator"], accent: "British", features: [18, 18] }),
  voice("teller-us", { tags: ["narrator"], accent: "American", language: "en-US", features: [18, 16] }),
  ...COUNTRIES.flatMap((language, country) =>
    GENDERS.flatMap((gender, g) =>
      AGES.flatMap((age, a) =>
        [0, 1, 2, 3].map((n) =>
          voice(`${language}-${gender}-${age}-${n}`, {
            language,
            gender,
            age,
            accent: n === 3 ? (country === 0 ? "Scottish" : "Southern") : country === 0 ? "British" : "American",
            // Neighbours are two steps apart: no two voices can be confused.
            features: [2 * (g * 4 + n), 2 * (a * 3 + country)],
          }),
        ),
      ),
    ),
  ),
];
const accented = new Map(ACCENTED.map((one) => [one.voice_id, one]));

test("a British book gets British voices, an American one American voices, the narrator included", () => {
  const people = GENDERS.flatMap((gender) => AGES.map((age) => speaker(`${gender} ${age}`, { gender, age })));
  for (const [spelling, language] of [
    ["british", "en-GB"],
    ["american", "en-US"],
  ] as const) {
    const result = castVoices({
      speakers: [NARRATOR, ...people],
      conversations: [],
      voices: ACCENTED,
      language: "en",
      spelling,
    });
    for (const [who, id] of result) assert.equal(accented.get(id)!.language, language, who);
    for (const { id, gender, age } of people) {
      const { gender: own, age: years } = accented.get(result.get(id)!)!;
      assert.deepEqual([own, years], [gender, age]);
    }
  }
});

test("without a spelling accents do not matter", () => {
  const people = AGES.map((age) => speaker(age, { age }));
  const request = { speakers: [NARRATOR, ...people], conversations: [], language: "en" };
  const named = castVoices({ ...request, voices: ACCENTED });
  const bare = castVoices({ ...request, voices: ACCENTED.map((one) => ({ ...one, accent: null })) });
  assert.deepEqual(named, bare);
});

test("voices of the text's country come first; a language without a country has its usual one", () => {
  const both = (["PT", "BR"] as const).flatMap((country) =>
    (["male", "female"] as const).flatMap((gender) =>
      [1, 2, 3].map((n) =>
        voice(`${country}-${gender}-${n}`, {
          language: `pt-${country}`,
          gender,
          tags: n === 1 ? ["narrator"] : [],
          features: [gender === "male" ? n * 3 : 20 + n * 3, country === "BR" ? 1 : 0],
        }),
      ),
    ),
  );
  const speakers = [
    speaker("narrator", { role: "narrator" }),
    speaker("Ana", { gender: "female" }),
    speaker("Rui", { gender: "male" }),
    speaker("Eva", { gender: "female" }),
  ];
  for (const [language, country] of [
    ["pt-PT", "PT"],
    ["pt-BR", "BR"],
    ["pt", "BR"],
    ["pt-AO", null],
  ] as const) {
    const cast = castVoices({ speakers, conversations: [], voices: both, language });
    assert.equal(new Set(cast.values()).size, speakers.length);
    if (country !== null) for (const id of cast.values()) assert.ok(id.startsWith(country), `${language}: ${id}`);
  }
});
test("people with much to say have no voice with a strong accent while another one of their kind is free", () => {
  const plain = [0, 1, 2].map((n) => voice(`plain-${n}`, { language: "en-US", features: [2 * n, 0] }));
  // Far from all others, and of the country that the spelling asks for.
  const strong = voice("strong", { accent: "Scottish", tags: ["strong-accent"], features: [40, 40] });
  const heads = ["Ned", "Will", "Tom"].map((id) => speaker(id));
  const request = { conversations: [], language: "en", spelling: "british" } as const;
  const teller = voice("teller", { tags: ["narrator"], accent: "British", features: [9, 9] });
  const result = castVoices({ ...request, speakers: [NARRATOR, ...heads], voices: [teller, ...plain, strong] });
  assert.deepEqual(heads.map(({ id }) => result.get(id)).sort(), ["plain-0", "plain-1", "plain-2"]);
  const more = [...heads, speaker("Ralph")];
  const full = castVoices({ ...request, speakers: [NARRATOR, ...more], voices: [teller, ...plain, strong] });
  assert.equal([...full.values()].filter((id) => id === "strong").length, 1, "a shared voice would be worse");
});

test("a family shares the accent of the one who was cast by hand", () => {
  const family = ["Tom Bell", "Mrs. Bell", "Mr. Bell", "Ann Bell"].map((name, index) =>
    speaker(name, {
      name,
      gender: index % 2 === 0 ? "male" : "female",
      casting: index === 0 ? { voice_id: "en-GB-male-adult-3", source: "user" } : null,
    }),
  );
  const result = castVoices({
    speakers: [NARRATOR, ...family, speaker("Mr. Grey", { name: "Mr. Grey" })],
    conversations: [],
    voices: ACCENTED,
    language: "en",
    spelling: "british",
  });
  for (const { id } of family) assert.equal(accented.get(result.get(id)!)!.accent, "Scottish", id);
  assert.equal(accented.get(result.get("Mr. Grey")!)!.accent, "British");
});

test("narrator only: one voice for all, except those that a person chose", () => {
  const chosen = speaker("chosen", { casting: { voice_id: "male-old-1", source: "user" } });
  const earlier = speaker("earlier", { casting: { voice_id: "male-old-2", source: "automatic" } });
  const result = castVoices({
    speakers: [NARRATOR, chosen, earlier, speaker("new")],
    conversations: [],
    voices: LIBRARY,
    language: "en",
    narratorOnly: true,
  });
  assert.deepEqual(
    ["narrator", "chosen", "earlier", "new"].map((id) => result.get(id)),
    ["teller", "male-old-1", "teller", "teller"],
  );
});

/** Voices on a line, `step` apart, of two engines: few natural ones, many others. */
function twoEngines(natural: number, others: number, step: number): readonly CastableVoice[] {
  const row = (rank: number, count: number, from: number) =>
    Array.from({ length: count }, (_, n) => voice(`${rank}-${n}`, { rank, features: [from + n * step, rank * 50] }));
  return [
    voice("natural-teller", {
      tags: ["narrator", "default"],
      language: "en-US",
      accent: "American",
      rank: 0,
      features: [0, 30],
    }),
    voice("other-teller", { tags: ["narrator"], accent: "British", rank: 1, features: [0, 99] }),
    ...row(0, natural, 0),
    ...row(1, others, 0),
  ];
}
const rankOf = (id: string | undefined) => (/^(?:natural|0)/.test(id ?? "") ? 0 : 1);

/** A scene in which all people talk with each other; the first has the largest part. */
const crowd = (count: number) => {
  const people = Array.from({ length: count }, (_, n) =>
    speaker(`p${String(n).padStart(2, "0")}`, { lines: 40 - n, characters: 4_000 - 100 * n }),
  );
  const conversations = people.flatMap((a, at) => people.slice(at + 1).map((b) => ({ a: a.id, b: b.id, weight: 1 })));
  return { people, conversations };
};

test("the first engine's voices come first; later engines take the small parts that it cannot tell apart", () => {
  const voices = twoEngines(6, 12, 2);
  const { people, conversations } = crowd(9);
  const result = cast([NARRATOR, ...people], conversations, voices);
  assert.equal(result.get("narrator"), "natural-teller");
  const ranks = people.map(({ id }) => rankOf(result.get(id)));
  assert.deepEqual(ranks, [0, 0, 0, 0, 0, 0, 1, 1, 1]);
  assert.equal(new Set(result.values()).size, 10);
});

test("natural voices that can be confused do not share a scene", () => {
  // Six natural voices one step apart: three of them are at least 1.5 steps from each other.
  const { people, conversations } = crowd(5);
  const result = cast([NARRATOR, ...people], conversations, twoEngines(6, 12, 1));
  assert.deepEqual(
    people.map(({ id }) => rankOf(result.get(id))),
    [0, 0, 0, 1, 1],
  );
});

test("no two people of a scene can be confused while a later engine has voices left", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 12 }), (natural, count) => {
      const voices = twoEngines(natural, 40, 2);
      const byId = new Map(voices.map((one) => [one.voice_id, one]));
      const { people, conversations } = crowd(count);
      const chosen = [...cast([NARRATOR, ...people], conversations, voices).values()].map((id) => byId.get(id)!);
      for (const [at, one] of chosen.entries())
        for (const other of chosen.slice(at + 1)) assert.ok(distanceOf(one, other)! >= LEAST_DISTANCE);
      const naturals = chosen.filter((one) => one.rank === 0).length;
      assert.equal(naturals, 1 + Math.min(natural, count));
    }),
  );
});

test("a British spelling does not move a book to a later engine, and people of other scenes share natural voices", () => {
  const lead = speaker("lead", { lines: 200, characters: 20_000 });
  const people = ["a", "b", "c", "d"].map((id) => speaker(id, { lines: 2, characters: 40 }));
  const result = castVoices({
    speakers: [NARRATOR, lead, ...people],
    conversations: [
      { a: "a", b: "b", weight: 1 },
      { a: "c", b: "d", weight: 1 },
    ],
    voices: twoEngines(3, 12, 2),
    language: "en",
    spelling: "british",
  });
  assert.deepEqual([...result.values()].map(rankOf), [0, 0, 0, 0, 0, 0]);
  assert.equal([...result.values()].filter((id) => id === result.get("lead")).length, 1);
});

test("a voice without a rank is never chosen, but an existing cast keeps it", () => {
  const own = voice("bought", { rank: null, features: [70, 70] });
  const has = speaker("has", { casting: { voice_id: "bought", source: "automatic" } });
  const result = cast([NARRATOR, has, speaker("new")], [], [...twoEngines(2, 2, 2), own]);
  assert.equal(result.get("has"), "bought");
  assert.notEqual(result.get("new"), "bought");
});

test("speakers of unknown gender get men's and women's voices in turn, and one alone by its name", () => {
  const animals = ["The badger", "The fox", "The heron", "The mole", "The otter", "The toad"];
  const gendersOf = (names: readonly string[]) => {
    const people = names.map((name, i) => speaker(name, { name, gender: null, age: null, characters: 900 - i }));
    const made = cast([NARRATOR, ...people]);
    return names.map((name) => LIBRARY.find(({ voice_id }) => voice_id === made.get(name))!.gender);
  };
  const together = gendersOf(animals).filter((gender) => gender !== "neutral");
  const men = together.filter((gender) => gender === "male").length;
  assert.ok(Math.abs(2 * men - together.length) <= 1, together.join(" "));
  const gendered = LIBRARY.filter(({ gender }) => gender !== "neutral");
  const alone = animals.map((name) => {
    const voiceOf = cast([NARRATOR, speaker(name, { name, gender: null, age: null })], [], gendered).get(name);
    return gendered.find(({ voice_id }) => voice_id === voiceOf)!.gender;
  });
  assert.deepEqual(new Set(alone), new Set(["male", "female"]));
});
