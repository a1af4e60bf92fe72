// The package document, the navigation and the style sheet of a read-along book (EPUB 3.3; EPUB Accessibility 1.1).

import { ACTIVE_CLASS, clock, PLAYBACK_CLASS } from "./page-text.ts";
import { xmlAttribute, xmlText } from "./xml.ts";

export interface Publication {
  /** A UUID, the same for the same book. */
  readonly identifier: string;
  readonly title: string;
  readonly author: string | null;
  readonly narrator: string | null;
  /** BCP 47; "und" when it is not known. */
  readonly language: string;
  /** ISO 8601 in UTC, whole seconds, e.g. "2026-11-21T08:00:00Z". */
  readonly modified: string;
}

export interface PackageItem {
  readonly id: string;
  readonly href: string;
  readonly media_type: string;
  readonly properties?: "nav" | "cover-image";
  /** Id of the overlay of a page. */
  readonly overlay?: string;
  /** Of an overlay. */
  readonly duration_ms?: number;
  readonly isPage?: true;
}

export function writePackageDocument(publication: Publication, items: readonly PackageItem[]): string {
  const { identifier, title, author, narrator, language, modified } = publication;
  const total = items.reduce((sum, item) => sum + (item.duration_ms ?? 0), 0);
  const metadata = [
    `<dc:identifier id="uid">urn:uuid:${xmlText(identifier)}</dc:identifier>`,
    `<dc:title>${xmlText(title)}</dc:title>`,
    `<dc:language>${xmlText(language)}</dc:language>`,
    author === null ? "" : `<dc:creator>${xmlText(author)}</dc:creator>`,
    narrator === null
      ? ""
      : `<dc:contributor id="narrator">${xmlText(narrator)}</dc:contributor>
<meta refines="#narrator" property="role" scheme="marc:relators">nrt</meta>
<meta property="media:narrator">${xmlText(narrator)}</meta>`,
    `<meta property="dcterms:modified">${xmlText(modified)}</meta>`,
    ...items.map(({ id, duration_ms }) =>
      duration_ms === undefined ? "" : `<meta refines="#${id}" property="media:duration">${clock(duration_ms)}</meta>`,
    ),
    `<meta property="media:duration">${clock(total)}</meta>`,
    `<meta property="media:active-class">${ACTIVE_CLASS}</meta>`,
    `<meta property="media:playback-active-class">${PLAYBACK_CLASS}</meta>`,
    ...ACCESSIBILITY.map(([property, value]) => `<meta property="schema:${property}">${value}</meta>`),
  ];
  const manifest = items.map(({ id, href, media_type, properties, overlay }) => {
    const more = `${properties === undefined ? "" : ` properties="${properties}"`}${overlay === undefined ? "" : ` media-overlay="${overlay}"`}`;
    return `<item id="${id}" href="${xmlAttribute(href)}" media-type="${media_type}"${more}/>`;
  });
  const spine = items.filter((item) => item.isPage).map(({ id }) => `<itemref idref="${id}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" xml:lang="${xmlAttribute(language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata.filter((line) => line !== "").join("\n")}
</metadata>
<manifest>
${manifest.join("\n")}
</manifest>
<spine>
${spine.join("\n")}
</spine>
</package>
`;
}

const ACCESSIBILITY: readonly (readonly [string, string])[] = [
  ["accessMode", "textual"],
  ["accessMode", "auditory"],
  ["accessModeSufficient", "textual"],
  ["accessModeSufficient", "auditory"],
  ["accessModeSufficient", "textual,auditory"],
  ["accessibilityFeature", "synchronizedAudioText"],
  ["accessibilityFeature", "structuralNavigation"],
  ["accessibilityFeature", "tableOfContents"],
  ["accessibilityFeature", "displayTransformability"],
  ["accessibilityFeature", "readingOrder"],
  ["accessibilityHazard", "noFlashingHazard"],
  ["accessibilityHazard", "noMotionSimulationHazard"],
  ["accessibilityHazard", "unknownSoundHazard"],
  [
    "accessibilitySummary",
    "All of the text can be read as text and heard as synchronized narration by several voices; the words light up as they are spoken. Chapters can be reached through the table of contents.",
  ],
];

export interface NavigationEntry {
  readonly title: string;
  readonly href: string;
}

export function writeNavigation(title: string, language: string, entries: readonly NavigationEntry[]): string {
  const lang = xmlAttribute(language);
  const items = entries.map(({ title: name, href }) => `<li><a href="${xmlAttribute(href)}">${xmlText(name)}</a></li>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}">
<head><title>${xmlText(title)}</title></head>
<body>
<nav epub:type="toc" id="toc"><h1>${xmlText(title)}</h1><ol>
${items.join("\n")}
</ol></nav>
</body>
</html>
`;
}

export const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** Colours of text that differ by hue and keep a contrast of 4.5 : 1 on white (WCAG 2.1, 1.4.3). */
const COLOURS = ["#1f3a5f", "#7a1f1f", "#1f5f2e", "#5b2a7a", "#7a4a00", "#00605c", "#7a1f5a", "#3d4a00"] as const;

/** @param speakers How many classes "speaker-1" … there are. */
export function writeStyle(speakers: number): string {
  const colours = Array.from(
    { length: speakers },
    (_, index) => `.speech.speaker-${index + 1} { color: ${COLOURS[index % COLOURS.length]}; }`,
  );
  return `body { line-height: 1.5; margin: 5%; }
h2 { text-align: center; margin: 2em 0 1em; }
p { margin: 0 0 0.8em; }
hr { width: 30%; margin: 1.5em auto; }
${colours.join("\n")}
.${ACTIVE_CLASS} { background-color: #ffe89a; color: #000000; }
`;
}
