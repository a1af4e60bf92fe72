// How the text of a public page looks: size, letters and spacing, as a listener chose them in this browser. Wide letters and wide
// spacing help many dyslexic readers.

export interface Look {
  /** Times the size of the page. */
  readonly size: number;
  readonly letters: "book" | "plain" | "wide";
  /** Times the size of a letter. */
  readonly lines: number;
  /** Space between letters, in the size of a letter. Words get three times as much. */
  readonly space: number;
  /** The width of the text, in rem. */
  readonly width: number;
}

export const PAGE_LOOK: Look = { size: 1, letters: "book", lines: 1.65, space: 0, width: 44 };

export const LIMITS = {
  size: { min: 0.8, max: 2.4, step: 0.1 },
  lines: { min: 1.2, max: 2.6, step: 0.05 },
  space: { min: 0, max: 0.2, step: 0.01 },
  width: { min: 20, max: 60, step: 2 },
} as const;

const FONTS = {
  book: "var(--serif)",
  plain: "var(--sans)",
  wide: '"OpenDyslexic", "Atkinson Hyperlegible", Verdana, "DejaVu Sans", sans-serif',
} as const;

const KEY = "fullcast.look";

/** Numbers outside their limits, and what no version of the page wrote, are those of the page. */
export function readLook(): Look {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored === null) return PAGE_LOOK;
    const kept = JSON.parse(stored) as Partial<Record<keyof Look, unknown>>;
    const number = (name: keyof typeof LIMITS) => {
      const value = kept[name];
      const { min, max } = LIMITS[name];
      return typeof value === "number" && value >= min && value <= max ? value : PAGE_LOOK[name];
    };
    const letters =
      typeof kept.letters === "string" && Object.hasOwn(FONTS, kept.letters) ? kept.letters : PAGE_LOOK.letters;
    return {
      size: number("size"),
      letters: letters as Look["letters"],
      lines: number("lines"),
      space: number("space"),
      width: number("width"),
    };
  } catch {
    return PAGE_LOOK;
  }
}

export function keepLook(look: Look): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(look));
  } catch {
    // A browser that keeps nothing begins with the look of the page.
  }
}

let sheet: CSSStyleSheet | null = null;

/** Sets the text of the page and the sample in the dialog. The page's own policy allows a sheet that a script makes. */
export function showLook({ size, letters, lines, space, width }: Look): void {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(`
    main { max-width: ${width}rem; }
    article, .sample { font: ${1.125 * size}rem/${lines} ${FONTS[letters]}; letter-spacing: ${space}em; word-spacing: ${space * 3}em; }
    article h2 { font-size: 1.3em; font-family: inherit; overflow-wrap: anywhere; }
    article .who { font-size: .8em; }
    .look label, .look div { display: grid; gap: .25rem; margin: .75rem 0; }
    .look select { min-height: 2.75rem; font: inherit; }
    dialog .look input[type=range] { min-height: 2rem; padding: 0; border: 0; accent-color: var(--link); }`);
}
