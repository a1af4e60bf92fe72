// A story from several text files: each is a chapter, character by character.

import { api, change } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { MOST_TEXT_BYTES } from "./pasted-text.ts";

const TEXT = /\.(txt|md|markdown)$/i;

/** Why these files are no chapters of one story; null when they are. */
export function faultOfSeveral(files: readonly { readonly name: string; readonly size: number }[]) {
  if (files.some(({ name }) => !TEXT.test(name))) return "mixed" as const;
  return files.some(({ size }) => size > MOST_TEXT_BYTES) ? ("large" as const) : null;
}

/** "02 The Storm.txt" and "10 …" are in the order that people number them in. */
export function inOrder<F extends { readonly name: string }>(files: readonly F[]): readonly F[] {
  return [...files].sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}

export const chapterName = (file: string): string => file.replace(TEXT, "").trim() || file;

/** Makes the story. Returns where it is; a chapter that cannot be made ends it with an error, and the others stay. */
export async function makeOfFiles(title: string, files: readonly File[]) {
  const { project } = await api.call("createProject", {
    body: { schema_version: 1, client_mutation_id: newId(), name: title },
  });
  const sectionIds: string[] = [];
  for (const [at, file] of files.entries()) {
    const { section } = await api.call("createSection", {
      params: { projectId: project.id },
      body: {
        ...change(),
        title: chapterName(file.name),
        raw_text: await file.text(),
        base_section_order_version: at + 1,
      },
    });
    sectionIds.push(section.id);
  }
  return { projectId: project.id, sectionIds };
}
