// Ages that texts state in languages other than English.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

const STORIES: Readonly<Record<string, readonly [text: string, ages: Readonly<Record<string, string | null>>]>> = {
  German: [
    "Am Fenster saß die kleine Lena.\n\n„Kommt er heute?“, fragte Lena.\n\n„Bald“, sagte der alte Mann. „Iss deine Suppe.“\n\n„Nein“, sagte Lena.\n\n„Doch“, sagte Frau Brandt.",
    { Lena: "child", Mann: "old", "Frau Brandt": null },
  ],
  French: [
    "La petite Lucie regardait la mer.\n\n— Il vient ? demanda Lucie.\n\n— Bientôt, répondit le vieux gardien. Mange ta soupe.\n\n— Non, dit Lucie.\n\n— Si, dit le capitaine.",
    { Lucie: "child", gardien: "old", capitaine: null },
  ],
  Spanish: [
    "La pequeña Lucía miraba el mar.\n\n—¿Viene hoy? —preguntó Lucía.\n\n—Pronto —respondió el anciano—. Come la sopa.\n\n—No —dijo Lucía.\n\n—Sí —dijo el capitán.",
    { Lucía: "child", anciano: "old", capitán: null },
  ],
  Italian: [
    "Alla finestra sedeva la piccola Lucia.\n\n«Viene oggi?» chiese Lucia.\n\n«Presto», rispose il vecchio guardiano. «Mangia.»\n\n«No», disse Lucia.\n\n«Sì», disse il capitano.",
    { Lucia: "child", guardiano: "old", capitano: null },
  ],
  Russian: [
    "Маленькая Лена смотрела в окно.\n\n— Он придёт? — спросила Лена.\n\n— Скоро, — ответил старик. — Ешь суп.\n\n— Нет, — сказала Лена.\n\n— Ешь, — сказал капитан.",
    { старик: "old", капитан: null },
  ],
};

for (const [language, [text, ages]] of Object.entries(STORIES)) {
  test(`${language}: adjectives and nouns state ages`, () => {
    const { people } = readStory(text);
    for (const [name, age] of Object.entries(ages)) {
      const person = people.find((one) => one.name.endsWith(name));
      assert.ok(person, `${name} among ${people.map((one) => one.name).join(", ")}`);
      assert.equal(person.age ?? null, age, name);
    }
  });
}
