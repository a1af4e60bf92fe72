// The language of a book, chosen by its name. The value is the tag that files and pages state ("en-GB").

import { language as studioLanguage, t } from "../i18n/i18n.ts";
import { Choice } from "./choice.tsx";

const TAGS = (
  "af ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US eo es es-ES es-MX et eu fa " +
  "fi fil fr fr-BE fr-CA fr-CH ga gd gl gu he hi hr hu hy id is it ja ka kk km kn ko la lb lo lt lv mk ml mn mr ms mt my nb ne " +
  "nl nl-BE nn pa pl ps pt pt-BR pt-PT ro ru sa si sk sl so sq sr sv sw ta te th tr uk ur uz vi xh yi yo zh zh-CN zh-TW zu"
).split(" ");

interface LanguageFieldProps {
  /** A tag; empty where none is stated. */
  readonly value: string;
  readonly onChoose: (tag: string) => void;
  /** One is always stated. */
  readonly isRequired?: boolean;
}

export function LanguageField({ value, onChoose, isRequired = false }: LanguageFieldProps) {
  const open = isRequired ? [] : [{ value: "", label: t.newStory.languageOpen }];
  return (
    <Choice label={t.newStory.language} value={value} onChoose={onChoose} options={[...open, ...optionsWith(value)]} />
  );
}

/** Sorted by name; a tag that is in use stands among them, even one that is not known here. */
function optionsWith(value: string) {
  const names = new Intl.DisplayNames(studioLanguage, { type: "language", languageDisplay: "standard" });
  const nameOf = (tag: string) => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
  const known = TAGS.includes(value) || value === "" ? TAGS : [...TAGS, value];
  const options = known.map((tag) => ({ value: tag, label: nameOf(tag) }));
  options.sort((a, b) => a.label.localeCompare(b.label, studioLanguage));
  return options;
}
