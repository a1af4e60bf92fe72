// Reads numbers as words by the rule-based number formats of Unicode's CLDR. The rules of a language are in its folder,
// written by tests/build-number-words.ts.

/** Rules by name of their set, as CLDR writes them: "21: vingt-[→%ordinal→]". Names have no "%spellout-". */
export type NumberRules = Readonly<Record<string, readonly string[]>>;

interface Rule {
  readonly base: number;
  readonly divisor: number;
  readonly parts: readonly Part[];
}

type Part =
  | { readonly kind: "text"; readonly text: string }
  /** The number itself, its multiples of the divisor, or the rest; `set` is null for the set of the rule. */
  | { readonly kind: "same" | "multiple" | "rest"; readonly set: string | null }
  /** A word by the plural category of the multiple. */
  | { readonly kind: "plural"; readonly forms: Readonly<Record<string, string>> }
  /** `parts` when there is a rest, otherwise `other`. */
  | { readonly kind: "optional"; readonly parts: readonly Part[]; readonly other: readonly Part[] };

/** Category of a count: one, few, many, other. */
export type PluralCategory = (count: number) => string;

export type NumberReader = (set: string, value: number) => string;

const PART = /←([^←]*)←|→([^→]*)→|=([^=]*)=|\$\(cardinal,([^)]*)\)\$|\[([^\]]*)\]|([^←→=$[\]]+)/gu;

function partsOf(text: string): Part[] {
  const name = (set: string) => (set === "" ? null : set);
  return [...text.matchAll(PART)].map(([, multiple, rest, same, plural, optional, plain = ""]): Part => {
    if (multiple !== undefined) return { kind: "multiple", set: name(multiple) };
    if (rest !== undefined) return { kind: "rest", set: name(rest) };
    if (same !== undefined) return { kind: "same", set: name(same) };
    if (plural !== undefined) {
      const forms = [...plural.matchAll(/(\w+)\{([^}]*)\}/g)].map(([, category, word]) => [category!, word!]);
      return { kind: "plural", forms: Object.fromEntries(forms) };
    }
    if (optional !== undefined) {
      const [parts = "", other = ""] = optional.split("|");
      return { kind: "optional", parts: partsOf(parts), other: partsOf(other) };
    }
    return { kind: "text", text: plain };
  });
}

function ruleOf(line: string): Rule {
  const colon = line.indexOf(":");
  const [base = 0, radix = 10] = line.slice(0, colon).split("/").map(Number);
  let divisor = 1;
  while (base > 0 && divisor * radix <= base) divisor *= radix;
  // One space follows the colon, and an apostrophe keeps further ones.
  return { base, divisor, parts: partsOf(line.slice(colon + 2).replace(/^'/, "")) };
}

/** The reader of some rules. They are parsed when they are used first. `plural` is needed where rules have plural forms. */
export function numberReader(rules: NumberRules, plural: PluralCategory = () => "other"): NumberReader {
  const parsed = new Map<string, readonly Rule[]>();
  const setOf = (name: string): readonly Rule[] => {
    const known = parsed.get(name);
    if (known !== undefined) return known;
    const lines = rules[name];
    if (lines === undefined) throw new Error(`The number rules have no set "${name}".`);
    const set = lines.map(ruleOf);
    parsed.set(name, set);
    return set;
  };
  const write = (parts: readonly Part[], { divisor }: Rule, value: number, set: string): string =>
    parts
      .map((part) => {
        switch (part.kind) {
          case "text":
            return part.text;
          case "same":
            return read(part.set ?? set, value);
          case "multiple":
            return read(part.set ?? set, Math.floor(value / divisor));
          case "rest":
            return read(part.set ?? set, value % divisor);
          case "plural":
            return part.forms[plural(Math.floor(value / divisor))] ?? part.forms.other ?? "";
          default:
            return write(value % divisor === 0 ? part.other : part.parts, { base: 0, divisor, parts: [] }, value, set);
        }
      })
      .join("");
  const read: NumberReader = (name, value) => {
    const set = setOf(name);
    let at = set.length - 1;
    while (at > 0 && set[at]!.base > value) at--;
    const rule = set[at]!;
    // CLDR's rule: a number without a rest is read by the rule before when this one names both multiple and rest.
    const both =
      rule.parts.some(({ kind }) => kind === "multiple") && rule.parts.some(({ kind }) => kind === "rest") && at > 0;
    const chosen = both && value % rule.divisor === 0 && rule.base % rule.divisor !== 0 ? set[at - 1]! : rule;
    return write(chosen.parts, chosen, value, name);
  };
  return read;
}
