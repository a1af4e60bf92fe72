// The gender of people whose first names English lists do not have.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "./language/english.ts";
import { FEMALE_ELSEWHERE, MALE_ELSEWHERE } from "./language/generated/names-elsewhere.ts";
import { genderElsewhere } from "./language/shared-names.ts";
import { structureText } from "./structure.ts";

const words = (text: string) => text.trim().split(/\s+/u);

function genderIn(text: string, name: string): string | null {
  const found = structureText(text).characters.find((one) => one.name === name);
  return found === undefined ? assert.fail(`${name} is no person`) : found.gender;
}

test("a name of another country gives a person a gender where the text states none", () => {
  const text = (name: string) => `“The boat is late,” said ${name}.\n\n“It will come,” ${name} added.\n`;
  for (const name of ["Nikos", "Oleksandr", "Zoltán", "Kwame"]) assert.equal(genderIn(text(name), name), "male", name);
  for (const name of ["Eleni", "Zsófia", "Priya", "Zeynep"]) assert.equal(genderIn(text(name), name), "female", name);
});

test("what the text says outweighs a name of another country", () => {
  const text = `“The boat is late,” said Nikos. She closed her book, and she rose. Nikos took her lamp. She was tired.

“It will come,” Nikos added. She put on her coat. Nikos knew that she was late.
`;
  assert.equal(genderIn(text, "Nikos"), "female");
});

test("the lists hold no name that the English lists have, and none twice", () => {
  const all = [...words(MALE_ELSEWHERE), ...words(FEMALE_ELSEWHERE)];
  assert.equal(new Set(all).size, all.length);
  // So British and American names keep their gender.
  assert.deepEqual(
    all.filter((name) => ENGLISH.givenNames.has(name)),
    [],
  );
});

/** Written from memory before the lists were made, by country; the share that is right is what a new name has. */
const HELD_OUT = {
  male: `Nikos Yannis Kostas Stavros Panagiotis Yevgeny Vladislav Oleksandr Taras Bogdan Ondrej Vaclav Zdenek Tomas Laszlo
    Istvan Gabor Zoltan Ferenc Mihai Radu Vasile Ionut Emre Mehmet Orhan Kemal Yusuf Rashid Tariq Khalid Mustafa Reza Farhad
    Dariush Arjun Rahul Sanjay Vikram Rajesh Anil Kenji Hiroshi Takeshi Haruki Satoshi Lars Bjørn Sven Torsten Gunnar Eero
    Mikko Jukka Kalle Kwame Kofi Chinua Olu Thabo Sipho Janis Andris Jurgis Marek Wojciech Zbigniew Slobodan Dragan Zoran Ivo
    Giorgi Levan Tigran Aram Ruslan Timur`,
  female: `Eleni Katerina Despina Ioanna Svetlana Lyudmila Oksana Yulia Zdenka Jitka Eliška Zsófia Ilona Katalin Ioana Mihaela
    Simona Ayşe Elif Fatma Zeynep Emine Layla Yasmin Amina Khadija Noor Shirin Nasrin Parisa Priya Lakshmi Anjali Sunita Deepa
    Kavita Yuko Keiko Haruka Michiko Sakura Freja Solveig Aino Kaisa Tuuli Ama Efua Ngozi Chiamaka Thandi Nomsa Ilze Liga
    Agnieszka Małgorzata Katarzyna Jadwiga Milica Jelena Dragana Snežana Vesna Ketevan Nino Anahit`,
};

test("of names that no list was made from, three of four have their gender, and almost none the other one", (t) => {
  const count = { right: 0, wrong: [] as string[], none: [] as string[] };
  for (const [gender, names] of Object.entries(HELD_OUT)) {
    for (const name of words(names)) {
      const lower = name.toLowerCase();
      const found = ENGLISH.givenNames.get(lower) ?? genderElsewhere(lower);
      if (found === gender) count.right += 1;
      else if (found === null || found === "neutral") count.none.push(name);
      else count.wrong.push(name);
    }
  }
  const all = count.right + count.wrong.length + count.none.length;
  t.diagnostic(`${count.right} of ${all} right; wrong: ${count.wrong.join(" ")}; not known: ${count.none.join(" ")}`);
  assert.ok(count.right >= 0.75 * all, `${count.right} of ${all}`);
  assert.ok(count.wrong.length <= 0.02 * all, count.wrong.join(" "));
});
