import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Annotation, Point, TextContent } from "../document/document.ts";
import { sourceWords, spokenSourceRanges, spokenText, spokenToSource } from "./spoken-text.ts";

function content(text: string, annotations: readonly Annotation[] = [], points: readonly Point[] = []): TextContent {
  return { type: "text", schema_version: "studio-ast-2", text, annotations, points, delivery_control_sets: [] };
}

function said(text: string, language?: string): string {
  return spokenText(content(text), language === undefined ? {} : { language }).text;
}

const spokenForms: Readonly<Record<string, readonly (readonly [written: string, said: string])[]>> = {
  "quotation marks are silent, apostrophes stay": [
    ["“Yes,” he said.", "Yes, he said."],
    ["«Non», dit-il. „Nein“, sagte er.", "Non, dit-il. Nein, sagte er."],
    ["‘quoted’ and don’t and o’clock", "quoted and don’t and o’clock"],
    ["’Tis the boys’ ball", "’Tis the boys ball"],
    ['"a"b"c"', "a b c"],
  ],
  "marks of emphasis are silent": [
    ["I _will_ go, *now*, **now**!", "I will go, now, now!"],
    ["2 * 3 and snake_case", "two three and snake case"],
    ["_any_body", "anybody"],
  ],
  "dashes and ellipses are pauses, in one form": [
    ["I—I don't know", "I — I don't know"],
    ["so -- then", "so — then"],
    ["“But—” she", "But — she"],
    ["wait. . . . what...no", "wait… what… no"],
    ["well-known", "well-known"],
    ["well\u2010known \u2010 so \u2010", "well\u2010known — so —"],
  ],
  "line ends are spaces, paragraphs and headings end": [
    ["hard\nwrapped   text\r\nhere", "hard wrapped text here"],
    ["a well-\nknown man", "a well-known man"],
    ["CHAPTER XIV.\n\nThe Ball", "Chapter fourteen. The Ball"],
    ["Chapter 3\nIt was late.", "Chapter three. It was late."],
    ["THE BALL\nIt was late.", "The Ball. It was late."],
  ],
  "sentences of novels and newspapers": [
    [
      "On the 3rd of June, 1847, at half past 6, Mr. Harding of No. 14, Gower St., shut his shop.",
      "On the third of June, eighteen forty-seven, at half past six, Mister Harding of Number fourteen, Gower Street, shut his shop.",
    ],
    [
      "The train left at 7.42 a.m. and was due in York at 11:05.",
      "The train left at seven forty-two a.m. and was due in York at eleven oh five.",
    ],
    [
      "King George III was succeeded by George IV in 1820.",
      "King George the third was succeeded by George the fourth in eighteen twenty.",
    ],
    ["See Chapter XIV, pp. 231–38.", "See Chapter fourteen, pages two hundred and thirty-one to thirty-eight."],
    ["He owed £3 10s. 6d. to a tailor in Bath.", "He owed three pounds ten shillings six pence to a tailor in Bath."],
    [
      "It cost $1.2 million, or about £950,000, in 2019.",
      "It cost one point two million dollars, or about nine hundred and fifty thousand pounds, in twenty nineteen.",
    ],
    [
      "Temperatures fell to -12.5 °C overnight.",
      "Temperatures fell to minus twelve point five degrees Celsius overnight.",
    ],
    [
      "She stood 5'7\" in her stockings and weighed 9st 4lb.",
      "She stood five foot seven in her stockings and weighed nine stone four pounds.",
    ],
    [
      "Call 555-0143 and ask for Lt. Col. Briggs.",
      "Call five five five zero one four three and ask for Lieutenant Colonel Briggs.",
    ],
    ["Born c. 1755, d. 1801.", "Born circa seventeen fifty-five, died eighteen oh one."],
    [
      "The 1st Battalion, 24th Foot, lost 21 officers and 581 men.",
      "The first Battalion, twenty-fourth Foot, lost twenty-one officers and five hundred and eighty-one men.",
    ],
    [
      "In the mid-1930s, 2/3 of the village had no running water.",
      "In the mid-nineteen thirties, two thirds of the village had no running water.",
    ],
    [
      "They drove 120 km at 60 mph in a 1.6-litre Fiat.",
      "They drove one hundred and twenty kilometres at sixty miles per hour in a one point six-litre Fiat.",
    ],
    ["He won 3–2 in the 89th minute.", "He won three to two in the eighty-ninth minute."],
    ["World War II ended in '45; she was 19 then.", "World War two ended in forty-five; she was nineteen then."],
    [
      "Dr. Watson, M.D., lived at 221B Baker St. with Prof. Moran's cat.",
      "Doctor Watson, M.D., lived at two hundred and twenty-one B Baker Street with Professor Moran's cat.",
    ],
    [
      "Between 1914 and 1918 the price rose from 4½d. to 1s. 3d. a loaf.",
      "Between nineteen fourteen and nineteen eighteen the price rose from four and a half pence to one shilling three pence a loaf.",
    ],
    [
      "The meeting is on 12/04/2021 from 9:00 to 17:30 in Room 101.",
      "The meeting is on twelve four twenty twenty-one from nine o'clock to seventeen thirty in Room one hundred and one.",
    ],
    [
      "From 1066 to 1154, i.e. 88 years, the Normans ruled.",
      "From ten sixty-six to eleven fifty-four, that is eighty-eight years, the Normans ruled.",
    ],
    [
      "Rev. J. Thorne (b. 1801) preached at 10.30 on Psalm XXIII.",
      "Reverend J Thorne (born eighteen oh one) preached at ten thirty on Psalm twenty-three.",
    ],
    [
      "A 30 ft wall, 6 ins. thick, cost £1,250.75.",
      "A thirty feet wall, six inches thick, cost one thousand two hundred and fifty pounds and seventy-five pence.",
    ],
    [
      "On 2024-03-15 some 1,500 fans paid $7.5m.",
      "On March fifteenth twenty twenty-four some one thousand five hundred fans paid seven point five million dollars.",
    ],
    ["½ mile, 2 1/2 miles, 1 1/4", "half mile, two and a half miles, one and a quarter"],
    ["It was −30 outside; a − b", "It was minus thirty outside; a — b"],
    ["3%/year", "three percent year"],
    ["Plan C. 12 men came. He got a b. 5 men", "Plan C. twelve men came. He got a b. five men"],
  ],
  "figures are written out": [
    ["12 men, 1,234 women", "twelve men, one thousand two hundred and thirty-four women"],
    [
      "in 1813, 1805, 1900, 2005, 2010",
      "in eighteen thirteen, eighteen oh five, nineteen hundred, two thousand and five, twenty ten",
    ],
    ["the 1st, 22nd and 113th", "the first, twenty-second and one hundred and thirteenth"],
    ["the 1840s, his 20s", "the eighteen forties, his twenties"],
    ["1914–18, pp. 10-12, 1805-06", "nineteen fourteen to eighteen, pages ten to twelve, eighteen oh five to oh six"],
    [
      "£5, £1, $3.50, £0.20, €2 million",
      "five pounds, one pound, three dollars and fifty cents, twenty pence, two million euros",
    ],
    ["10:30, 7:05, 9:00, 9:00 p.m.", "ten thirty, seven oh five, nine o'clock, nine p.m."],
    ["the 8.30 train, at 12.15, 7.45 p.m.", "the eight thirty train, at twelve fifteen, seven forty-five p.m."],
    ["it is 3.10 long", "it is three point one zero long"],
    ["3.14, 50%, 2½, 3/4, 007", "three point one four, fifty percent, two and a half, three quarters, zero zero seven"],
    ["-5 degrees", "minus five degrees"],
    ["B2 and 3D", "B2 and three D"],
  ],
  "roman numerals are read where they are numbers": [
    ["BOOK II", "Book two"],
    [
      "Henry VIII was; Louis XIV. had; Charles I, too",
      "Henry the eighth was; Louis the fourteenth had; Charles the first, too",
    ],
    ["IV", "four"],
    ["the part I played; Charles I think", "the part I played; Charles I think"],
    ["I did MIX it", "I did MIX it"],
  ],
  "abbreviations are written out and end no sentence": [
    ["Mr. and Mrs. Long saw Dr. Low.", "Mister and Missus Long saw Doctor Low."],
    ["St. James St. today", "Saint James Street today"],
    ["No. 5; vol. 2; No. He left.", "Number five; volume two; No. He left."],
    ["Capt. Hale and Col. Day; the col. was", "Captain Hale and Colonel Day; the col. was"],
    ["i.e. this, e.g. that, &c. and so on, etc.", "that is this, for example that, etcetera and so on, etcetera."],
    ["J. R. Moor of the U.S.A. met T. Hale.", "J.R. Moor of the U.S.A. met T Hale."],
    ["It was I. He left.", "It was I. He left."],
  ],
  "capitals are words unless they stand for letters": [
    ["I said NO! Never.", "I said No! Never."],
    ["The FBI and the USA", "The FBI and the USA"],
    ["IT was late", "It was late"],
  ],
  "addresses are read, pictures and control characters are silent": [
    ["See https://www.example.com/a?x=1.", "See example dot com slash a."],
    ["ok \u{1f600}\u200d\u{1f680} now\u0000!", "ok now!"],
    ["soft\u00adhyphen\ufeff", "softhyphen"],
    ["lone \ud800 surrogate", "lone surrogate"],
    ["note[1] here", "note here"],
  ],
  "nothing to say is empty": [
    ["…", ""],
    ["* * *", ""],
    ["“—!”", ""],
    ["", ""],
  ],
  "other scripts are left alone": [
    ["Привет, мир. 你好。", "Привет, мир. 你好。"],
    ["𝔘𝔫𝔦", "𝔘𝔫𝔦"],
  ],
};

describe("the spoken text of a block", () => {
  for (const [name, forms] of Object.entries(spokenForms)) {
    test(name, () => {
      for (const [written, expected] of forms) assert.equal(said(written), expected);
    });
  }

  test("figures of languages without rules are left to the engine", () => {
    assert.equal(said("„Im Jahr 1813 & 5 %“, sagte Mr. X", "da"), "Im Jahr 1813 & 5 %, sagte Mr. X");
  });

  test("marks and shouted words give stress; long italics and opening words do not", () => {
    const stressed = (text: string) => {
      const spoken = spokenText(content(text));
      return spoken.emphasis.map(({ start, end }) => spoken.text.slice(start, end));
    };
    assert.deepEqual(stressed("“I _will_ go NOW, Mr. *Low*”"), ["will", "Now", "Low"]);
    assert.deepEqual(stressed("_a whole letter written in italics from the first word to the last_"), []);
    assert.deepEqual(stressed("IT was late"), []);
  });

  test("exclusions are left out and aliases replace, with words kept apart", () => {
    const text = "BOB (aside): Hello Cholmondeley!";
    const spoken = spokenText(
      content(text, [
        { kind: "exclusion", id: "1", start_utf16: 0, end_utf16: 13, reason: "speaker_label" },
        { kind: "pronunciation", id: "2", start_utf16: 19, end_utf16: 31, alphabet: "alias", value: "Chumley" },
      ]),
    );
    assert.equal(spoken.text, "Hello Chumley!");
    assert.deepEqual(spokenSourceRanges(spoken), [{ start_utf16: 13, end_utf16: 32 }]);
    assert.deepEqual(spokenToSource(spoken, 6, 13), { start_utf16: 19, end_utf16: 31 });
  });

  test("a phonetic pronunciation becomes a span of the spoken text", () => {
    const spoken = spokenText(
      content("“Go to _Slough_,” he said.", [
        { kind: "pronunciation", id: "1", start_utf16: 7, end_utf16: 15, alphabet: "ipa", value: "slaʊ" },
      ]),
    );
    assert.equal(spoken.text, "Go to Slough, he said.");
    assert.deepEqual(spoken.pronunciations, [{ start: 6, end: 12, alphabet: "ipa", value: "slaʊ" }]);
  });

  test("authored pauses are before, inside or after the sound", () => {
    const point = (offset_utf16: number, duration_ms: number): Point => ({
      kind: "timed_silence",
      id: "p",
      offset_utf16,
      duration_ms,
    });
    const spoken = spokenText(
      content("“Well, no.”", [], [point(0, 100), point(1, 10), point(7, 300), point(7, 5), point(9, 40), point(11, 2)]),
    );
    assert.equal(spoken.text, "Well, no.");
    assert.equal(spoken.leading_silence_ms, 110);
    assert.deepEqual(spoken.silences, [{ offset: 6, duration_ms: 305 }]);
    assert.equal(spoken.trailing_silence_ms, 42);
    assert.equal(spokenText(content("…", [], [point(1, 70)])).leading_silence_ms, 70);
  });

  test("words are reported in offsets of the source, and words of one figure are one", () => {
    const text = "“In 1813, Mr. Low.”";
    const spoken = spokenText(content(text));
    assert.equal(spoken.text, "In eighteen thirteen, Mister Low.");
    const times = [...spoken.text.matchAll(/[A-Za-z]+/g)].map((match, i) => ({
      start: match.index,
      end: match.index + match[0].length,
      start_ms: i * 100,
      end_ms: i * 100 + 90,
    }));
    assert.deepEqual(
      sourceWords(spoken, times).map((word) => [
        text.slice(word.start_utf16, word.end_utf16),
        word.start_ms,
        word.end_ms,
      ]),
      [
        ["In", 0, 90],
        ["1813", 100, 290],
        ["Mr.", 300, 390],
        ["Low", 400, 490],
      ],
    );
  });
});

const fragment = fc.oneof(
  fc.constantFrom(
    ..."“ ” ‘ ’ \" ' _ * ** — – -- - ... … . , ! ? ; : ( ) [ ] < & £ $ % ½ ° / @ # + \u2010 \u2011 \u2212 \u2028 \u2025 \n \n\n \r\n \u0000 \u00a0 \u200b \u{1f600} \ud800 \udc00 𝔘 é я 你".split(
      " ",
    ),
    " ",
    "  ",
    "[[",
    "://",
    "www.",
    "Mr.",
    "St.",
    "etc.",
    "CHAPTER",
    "XIV",
    "I",
    "J.",
    "NO",
    "1813",
    "10:30",
    "3.5",
    "1,234",
    "5th",
    "20s",
    "’tis",
    "word",
    "don’t",
    "Henry VIII",
  ),
  fc.string({ unit: "grapheme", maxLength: 4 }),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const textArbitrary = fc.array(fragment, { maxLength: 24 }).map((parts) => parts.join(""));
const annotated = textArbitrary.chain((text) => {
  const offset = fc.nat({ max: text.length });
  const range = fc.tuple(offset, offset).map(([a, b]) => ({ start_utf16: Math.min(a, b), end_utf16: Math.max(a, b) }));
  const annotation = fc.oneof(
    range.map((r): Annotation => ({ kind: "exclusion", id: "x", reason: "user", ...r })),
    fc
      .tuple(
        range,
        fc.constantFrom("ipa", "alias", "cmu", "x-sampa"),
        fc.constantFrom("wɜːd", "said so", "5 “men”", "—"),
      )
      .map(([r, alphabet, value]): Annotation => ({ kind: "pronunciation", id: "p", alphabet, value, ...r })),
  );
  const point = fc
    .tuple(offset, fc.integer({ min: 1, max: 900 }))
    .map(([offset_utf16, duration_ms]): Point => ({ kind: "timed_silence", id: "s", offset_utf16, duration_ms }));
  return fc
    .tuple(fc.array(annotation, { maxLength: 4 }), fc.array(point, { maxLength: 3 }))
    .map(([annotations, points]) => content(text, annotations, points));
});

function splitsPair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1));
}

describe("for any text", () => {
  test("runs cover the spoken text in order, refer to the source, and equal it where they are marked as equal", () => {
    fc.assert(
      fc.property(annotated, (block) => {
        const spoken = spokenText(block);
        let at = 0;
        let source = 0;
        for (const run of spoken.runs) {
          assert.equal(run.spoken_start, at);
          assert.ok(run.spoken_end > run.spoken_start);
          assert.ok(
            run.source_start >= source && run.source_end >= run.source_start && run.source_end <= block.text.length,
          );
          if (run.same) {
            assert.equal(
              spoken.text.slice(run.spoken_start, run.spoken_end),
              block.text.slice(run.source_start, run.source_end),
            );
          }
          at = run.spoken_end;
          source = run.source_end;
        }
        assert.equal(at, spoken.text.length);
      }),
      { numRuns: 250 },
    );
  });

  test("an address behind a long word of characters outside the basic plane leaves every character whole", () => {
    for (let letters = 0; letters < 40; letters++) {
      const text = said(`${"\u{118d0}".repeat(letters)}${"a".repeat(letters % 2)}://b`);
      assert.ok(text.isWellFormed(), `${letters} letters`);
    }
  });

  test("spoken text is well-formed, one line, trimmed, and has letters or is empty", () => {
    fc.assert(
      fc.property(annotated, (block) => {
        const { text, runs } = spokenText(block);
        assert.ok(text.isWellFormed());
        assert.doesNotMatch(text, /[\n\r\t\u0000“”"_*]/);
        assert.equal(text, text.trim());
        assert.ok(text === "" || /[\p{L}\p{N}]/u.test(text));
        for (const run of runs) {
          assert.ok(!splitsPair(text, run.spoken_start) && !splitsPair(text, run.spoken_end));
          if (run.same) assert.ok(!splitsPair(block.text, run.source_start) && !splitsPair(block.text, run.source_end));
        }
      }),
      { numRuns: 250 },
    );
  });

  test("spans and pauses lie inside, in order, without overlap; every authored pause is kept", () => {
    fc.assert(
      fc.property(annotated, (block) => {
        const spoken = spokenText(block);
        for (const spans of [spoken.emphasis, spoken.pronunciations]) {
          let at = 0;
          for (const span of spans) {
            assert.ok(span.start >= at && span.end > span.start && span.end <= spoken.text.length);
            at = span.end;
          }
        }
        let offset = 0;
        let total = spoken.leading_silence_ms + spoken.trailing_silence_ms;
        for (const silence of spoken.silences) {
          assert.ok(silence.offset > offset && silence.offset < spoken.text.length);
          offset = silence.offset;
          total += silence.duration_ms;
        }
        const authored = block.points.reduce(
          (sum, point) => sum + (point.kind === "timed_silence" ? point.duration_ms : 0),
          0,
        );
        assert.equal(total, authored);
      }),
      { numRuns: 250 },
    );
  });

  test("the mapping to the source is monotone and stays inside; the same block gives the same result", () => {
    fc.assert(
      fc.property(annotated, (block) => {
        const spoken = spokenText(block);
        assert.deepEqual(spokenText(block), spoken);
        let last = 0;
        for (let at = 0; at < spoken.text.length; at++) {
          const range = spokenToSource(spoken, at, at + 1);
          assert.ok(
            range.start_utf16 >= last && range.end_utf16 >= range.start_utf16 && range.end_utf16 <= block.text.length,
          );
          last = range.start_utf16;
        }
        let end = -1;
        for (const range of spokenSourceRanges(spoken)) {
          assert.ok(range.start_utf16 > end && range.end_utf16 > range.start_utf16);
          end = range.end_utf16;
        }
      }),
      { numRuns: 200 },
    );
  });

  test("time grows linearly with the length, whatever is repeated", () => {
    // Processor time, the minimum of several attempts, so that a busy machine does not look like a slow rule.
    const least = (text: string) => {
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 4; i++) {
        const before = process.cpuUsage();
        spokenText(content(text));
        const used = process.cpuUsage(before);
        best = Math.min(best, (used.user + used.system) / 1000);
      }
      return best;
    };
    for (const piece of ["a ", "_", "_a ", "“x” 1,1 ", "A.", "http://", "\n ", "AB", "1-1:", ". ", "-", "'a"]) {
      const small = piece.repeat(1600 / piece.length);
      const one = least(small);
      const sixteen = least(small.repeat(16));
      // A quadratic rule would take 256 times as long.
      assert.ok(sixteen < Math.max(one, 0.5) * 80, `${JSON.stringify(piece)}: ${one} ms, then ${sixteen} ms`);
    }
  });
});
