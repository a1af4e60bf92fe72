import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "./structure.ts";

/** The speaker of each spoken block. Null: none. */
function speakers(text: string): (string | null)[] {
  const { blocks, characters } = structureText(text);
  return blocks
    .filter(({ kind }) => kind === "speech")
    .map(({ speaker }) => (speaker === null ? null : characters[speaker]!.name));
}

test("a noun before a name is its title, in each language", () => {
  const spanish = `La inspectora Vidal abrió la puerta.

—Pase —dijo la inspectora.

—Gracias —respondió Nico.

—De nada —dijo Vidal.
`;
  const found = speakers(spanish);
  assert.equal(found[0], found[2]);
  assert.match(found[0]!, /Vidal/u);
  const german = `Kommissarin Wiesner zog die Tür zu.

„Setzen Sie sich“, sagte die Kommissarin.

„Danke“, sagte Tobias.
`;
  assert.match(speakers(german)[0]!, /Wiesner/u);
});

test("an unlisted noun that acts as people do is a person", () => {
  const text = `El zorbano carraspeó.

—¿Quién anda ahí? —gruñó el zorbano.

—Yo —dijo Clara.
`;
  assert.deepEqual(speakers(text), ["zorbano", "Clara"]);
});

test("a verb of the first person gives the line to the narrator", () => {
  const text = `Wszedłem do baru.

– Szukam Juliana – powiedziałem.

– Nie ma go tu – odparł Marek.
`;
  const { characters, blocks } = structureText(text);
  const [first] = blocks.filter(({ kind }) => kind === "speech");
  assert.equal(first!.method, "narrator");
  assert.equal(characters.length, 2);
  // The narrator's verb is no speech.
  assert.ok(!text.slice(first!.start_utf16, first!.end_utf16).includes("powiedziałem"));
});

test("a name that no list has is learned in Chinese and Japanese", () => {
  const chinese = `叶凡眉头一皱，冷声道：“你是什么人？”

“要你命的人。”黑衣人嘿嘿一笑。

叶凡不退反进，一掌拍出。

“怎么可能！”黑衣人脸色大变。
`;
  assert.deepEqual(speakers(chinese), ["叶凡", "黑衣人", "黑衣人"]);
  const japanese = `「待ってください！」

美月は階段を駆け下りた。神崎は足を止めて振り返る。

「なんだ、まだいたのか」

「これ、忘れ物です」

美月は手帳を差し出した。
`;
  assert.deepEqual(speakers(japanese), ["美月", "神崎", "美月"]);
});

test("a group of a language without spaces takes no turns", () => {
  const text = `「パンをよこせ！」と群衆は叫んだ。

王はカーテンの陰に隠れた。

「何を望んでおるのだ」と王が尋ねた。

「パンでございます」大臣は深く頭を下げた。

「では菓子をやれ」
`;
  assert.deepEqual(speakers(text), ["群衆", "王", "大臣", "王"]);
});
