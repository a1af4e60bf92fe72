// Which names stand beside each other.

import type { LanguageData } from "./language/language.ts";
import type { Mentions, NameForm } from "./mentions.ts";
import { type Cluster, sharesOwnName } from "./name-forms.ts";
import { IN_SPEECH, POSSESSIVE, SENTENCE_START, type Tokens, WORD } from "./tokens.ts";

/** How often two forms occur in one sentence of the narration. Two forms of the same person almost never do. */
export class Company {
  private readonly counts = new Map<number, number>();
  private readonly size: number;
  /** Pairs of forms that a sentence names as relatives: "Anna Lowe and her sister, Miss Lowe". */
  private readonly relatives = new Set<number>();

  constructor(tokens: Tokens, mentions: Mentions, language: LanguageData) {
    this.size = mentions.forms.length;
    let sentence: number[] = [];
    let mention = 0;
    for (let token = 0; token < tokens.count; token++) {
      const flags = tokens.flags[token]!;
      if ((flags & WORD) !== 0 && (flags & SENTENCE_START) !== 0) sentence = [];
      if (mention < mentions.count && mentions.from[mention] === token) {
        const form = mentions.form[mention]!;
        if ((flags & IN_SPEECH) === 0 && mentions.forms[form]!.role === null && sentence.length < 12) {
          const relative = sentence.length > 0 && isNamedAsRelative(tokens, token, language);
          for (const other of sentence) {
            if (other === form) continue;
            const key = Math.min(other, form) * this.size + Math.max(other, form);
            if (relative) this.relatives.add(key);
            this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
          }
          if (!sentence.includes(form)) sentence.push(form);
        }
        mention++;
      }
    }
  }

  together(left: number, right: number): number {
    return this.counts.get(Math.min(left, right) * this.size + Math.max(left, right)) ?? 0;
  }

  /** True when both stand side by side at least `least` times and in more than one of `share` mentions of the rarer one. */
  apart(cluster: Cluster, form: NameForm, least = 3, share = 20): boolean {
    let count = 0;
    let total = 0;
    for (const other of cluster.forms) {
      if (sharesOwnName(other, form)) continue;
      if (this.relatives.has(Math.min(other.id, form.id) * this.size + Math.max(other.id, form.id))) return true;
      count += this.together(other.id, form.id);
      total += other.count;
    }
    return count >= least && count * share > Math.min(total, form.count);
  }
}

/** "her elder sister, Kate", "Mr. Lowe's brother Tom": the name at a token is that of a relative of a person named before. */
function isNamedAsRelative({ lower, flags }: Tokens, name: number, language: LanguageData): boolean {
  let noun = name - 1;
  if (lower[noun] === ",") noun--;
  if (language.roles.get(lower[noun] ?? "")?.relation !== true) return false;
  for (let index = noun - 1; index >= Math.max(0, noun - 3) && (flags[index]! & WORD) !== 0; index--) {
    if ((flags[index]! & POSSESSIVE) !== 0) return true;
    // "Mrs. Lowe, her aunt Celia" is one person.
    if (language.possessives.has(lower[index]!)) return lower[index - 1] !== ",";
  }
  return false;
}
