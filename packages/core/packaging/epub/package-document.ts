// The package document, the navigation document and the style sheet of a read-along book (EPUB 3.3; EPUB Accessibility 1.1).

import type { Disclosure } from "../../disclosure/disclosure.ts";
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
  /** Series, publisher, description and the like; null when nothing is known. */
  readonly details?: PublicationDetails | null;
  /** That machines speak; absent or null where nothing is stated. */
  readonly disclosure?: Disclosure | null;
}

/** Fields that a package document has a place for. */
export interface PublicationDetails {
  readonly series: string | null;
  readonly series_number: string | null;
  readonly description: string | null;
  readonly publisher: string | null;
  readonly published: string | null;
  readonly isbn: string | null;
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
  const disclosure = publication.disclosure ?? null;
  const total = items.reduce((sum, item) => sum + (item.duration_ms ?? 0), 0);
  const metadata = [
    `<dc:identifier id="uid">urn:uuid:${xmlText(identifier)}</dc:identifier>`,
    `<dc:title>${xmlText(title)}</dc:title>`,
    `<dc:language>${xmlText(language)}</dc:language>`,
    author === null ? "" : `<dc:creator>${xmlText(author)}</dc:creator>`,
    ...detailLines(publication.details ?? null),
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
    `<meta property="dcterms:conformsTo">EPUB Accessibility 1.1 - WCAG 2.2 Level AA</meta>`,
    ...ACCESSIBILITY.map(([property, value]) => `<meta property="schema:${property}">${value}</meta>`),
    `<meta property="schema:accessibilitySummary">${SUMMARY}${disclosure === null ? "" : ` ${xmlText(disclosure.statement)}`}</meta>`,
    disclosure === null
      ? ""
      : `<meta property="Iptc4xmpExt:DigitalSourceType">${xmlText(disclosure.source_type)}</meta>`,
  ];
  const manifest = items.map(({ id, href, media_type, properties, overlay }) => {
    const more = `${properties === undefined ? "" : ` properties="${properties}"`}${overlay === undefined ? "" : ` media-overlay="${overlay}"`}`;
    return `<item id="${id}" href="${xmlAttribute(href)}" media-type="${media_type}"${more}/>`;
  });
  const spine = items.filter((item) => item.isPage).map(({ id }) => `<itemref idref="${id}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"${disclosure === null ? "" : IPTC_PREFIX} xml:lang="${xmlAttribute(language)}">
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

/** Series as a collection (EPUB 3.3, D.3.2), publisher, date, ISBN and description. */
function detailLines(details: PublicationDetails | null): string[] {
  if (details === null) return [];
  const { series, series_number, description, publisher, published, isbn } = details;
  const collection = `<meta property="belongs-to-collection" id="series">${xmlText(series ?? "")}</meta>
<meta refines="#series" property="collection-type">series</meta>`;
  return [
    publisher === null ? "" : `<dc:publisher>${xmlText(publisher)}</dc:publisher>`,
    published === null ? "" : `<dc:date>${xmlText(published)}</dc:date>`,
    isbn === null ? "" : `<dc:source>urn:isbn:${xmlText(isbn)}</dc:source>`,
    description === null ? "" : `<dc:description>${xmlText(description)}</dc:description>`,
    series === null ? "" : collection,
    series === null || series_number === null
      ? ""
      : `<meta refines="#series" property="group-position">${xmlText(series_number)}</meta>`,
  ];
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
];

const SUMMARY =
  "The whole text is present as text and as synchronized narration by several voices; words are highlighted while they are spoken. The table of contents leads to every chapter. The only image is the cover.";

/** Declares the namespace of IPTC's property (EPUB 3.3, D.1.4). */
const IPTC_PREFIX = ' prefix="Iptc4xmpExt: http://iptc.org/std/Iptc4xmpExt/2008-02-29/"';

export interface NavigationEntry {
  readonly title: string;
  readonly href: string;
}

/** @param entries at least one */
export function writeNavigation(title: string, language: string, entries: readonly NavigationEntry[]): string {
  const lang = xmlAttribute(language);
  const items = entries.map(({ title: name, href }) => `<li><a href="${xmlAttribute(href)}">${xmlText(name)}</a></li>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}">
<head><title>${xmlText(title)}</title></head>
<body>
<nav epub:type="toc" id="toc" role="doc-toc" aria-labelledby="title"><h1 id="title">${xmlText(title)}</h1><ol>
${items.join("\n")}
</ol></nav>
<nav epub:type="landmarks" id="landmarks" aria-label="Landmarks" hidden="hidden"><ol>
<li><a epub:type="bodymatter" href="${xmlAttribute(entries[0]?.href ?? "#toc")}">${xmlText(entries[0]?.title ?? title)}</a></li>
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

/**
 * The style sheet. Text has no colours of its own: a reading system's night mode changes the background alone. The words
 * being spoken have both colours set, so they are readable on any page.
 */
export function writeStyle(): string {
  return `body { line-height: 1.5; margin: 5%; }
h1, h2 { text-align: center; margin: 2em 0 1em; font-size: 1.5em; }
p { margin: 0 0 0.8em; }
hr { width: 30%; margin: 1.5em auto; }
.${ACTIVE_CLASS} { background-color: #ffe89a; color: #000000; }
`;
}
