// A page of EPUB 2 (XHTML 1.1) as one of EPUB 3: the document type, names of characters, and the elements and attributes that
// HTML no longer has. Its text stays. Looks that were attributes become a style.

import { xmlAttribute, xmlText } from "../xml.ts";
import { attributeOf, decoded, type MarkupToken, tokensOf, withoutNames } from "./markup.ts";

/** Elements that HTML no longer has: another one, and the style that it had. */
const RENAMED: Readonly<Record<string, readonly [string, string]>> = {
  acronym: ["abbr", ""],
  big: ["span", "font-size: larger"],
  center: ["div", "text-align: center"],
  dir: ["ul", ""],
  font: ["span", ""],
  strike: ["s", ""],
  tt: ["span", "font-family: monospace"],
};

const size = (value: string): string => (/^\d+$/.test(value) ? `${value}px` : value);
const ofTable = "table|thead|tbody|tfoot|tr|td|th|col|colgroup";

/** Attributes of elements that HTML does not allow there, and the style that says the same; "" for none. */
const STYLED: readonly (readonly [RegExp, string, (value: string) => string])[] = [
  [/^table$/, "align", (value) => (value === "center" ? "margin: 0 auto" : `float: ${value}`)],
  [/^img$/, "align", (value) => (/^(?:left|right)$/.test(value) ? `float: ${value}` : `vertical-align: ${value}`)],
  [/./, "align", (value) => `text-align: ${value}`],
  [/./, "valign", (value) => `vertical-align: ${value}`],
  [/./, "bgcolor", (value) => `background-color: ${value}`],
  [/^(?:td|th)$/, "nowrap", () => "white-space: nowrap"],
  [new RegExp(`^(?:${ofTable}|hr|pre)$`), "width", (value) => `width: ${size(value)}`],
  [new RegExp(`^(?:${ofTable})$`), "height", (value) => `height: ${size(value)}`],
  [/^table$/, "cellspacing", (value) => `border-spacing: ${size(value)}`],
  [/^(?:table|img|object)$/, "border", (value) => (/^\d+$/.test(value) ? `border: ${value}px solid` : "")],
  [/^(?:ul|li)$/, "type", (value) => `list-style-type: ${value}`],
  [/^br$/, "clear", (value) => `clear: ${value === "all" ? "both" : value}`],
  [/^font$/, "color", (value) => `color: ${value}`],
  [/^font$/, "face", (value) => `font-family: ${value}`],
];
/** Attributes that are left out, by element. */
const DROPPED: readonly (readonly [RegExp, RegExp])[] = [
  [/./, /^(?:xml:space|profile|longdesc|hspace|vspace|compact|cellpadding|summary|frame|rules|char|charoff|axis)$/],
  [/^html$/, /^(?:version|xsi:schemalocation|xmlns:xsi)$/],
  [/^body$/, /^(?:text|link|vlink|alink|background|topmargin|leftmargin|marginwidth|marginheight)$/],
  [/^(?:a|link)$/, /^(?:charset|rev|shape|coords)$/],
  [/^td$/, /^(?:scope|abbr)$/],
  [/^(?:hr|font)$/, /^(?:size|noshade)$/],
  [/^(?:ol|li|ul)$/, /^(?:start|value)$/],
  [/^object$/, /^(?:classid|codebase|codetype|archive|declare|standby)$/],
  [/^param$/, /^(?:type|valuetype)$/],
  [/^script$/, /^language$/],
  [/^meta$/, /^scheme$/],
];
const isDropped = (element: string, attribute: string): boolean =>
  DROPPED.some(([one, names]) => one.test(element) && names.test(attribute)) &&
  !(element === "ol" && attribute === "start");

/** Null when the page is not well-formed. */
export function upgradePage(markup: string, title: string): string | null {
  const tokens = tokensOf(markup);
  if (tokens === null) return null;
  const ids = new Set([...markup.matchAll(/\sid\s*=\s*["']([^"']*)["']/gu)].map(([, id]) => id));
  const titled = `<title>${xmlText(title)}</title>`;
  const hasTitle = tokens.some(({ kind, name }) => kind === "open" && name === "title");
  /** How deep in a drawing or a formula, whose vocabularies are the same in both versions. */
  let foreign = 0;
  const parts = tokens.map((token, index): string => {
    const source = markup.slice(token.from, token.to);
    const { kind, name } = token;
    if (kind === "opaque") return /^<!doctype/iu.test(source) ? "<!DOCTYPE html>" : source;
    if (/^(?:svg|math)$|:(?:svg|math)$/u.test(name)) foreign += kind === "open" ? 1 : kind === "close" ? -1 : 0;
    if (foreign > 0) return withoutNames(source);
    if (kind === "close") {
      const isEmptyTitle = name === "title" && tokens[index - 1]?.kind === "open";
      if (isEmptyTitle) return `${xmlText(title)}</title>`;
      const end = RENAMED[name] === undefined ? source : `</${RENAMED[name][0]}>`;
      return name === "head" && !hasTitle ? `${titled}${end}` : end;
    }
    if (kind === "text") return withoutNames(source);
    if (kind === "empty" && name === "title") return "";
    return isLeftOut(name, source) ? "" : upgradeTag(token, source, ids);
  });
  return parts.join("");
}

/** What a reading program of EPUB 3 does not know: other statements to servers, and templates of Adobe's programs. */
function isLeftOut(name: string, tag: string): boolean {
  if (name === "meta") {
    const equivalent = attributeOf(tag, "http-equiv")?.toLowerCase() ?? "content-type";
    return equivalent !== "content-type";
  }
  const type = attributeOf(tag, "type") ?? "text/css";
  return name === "link" && attributeOf(tag, "rel") === "stylesheet" && type !== "text/css";
}

function upgradeTag({ kind, name }: MarkupToken, tag: string, ids: Set<string | undefined>): string {
  const styles = RENAMED[name]?.[1] === undefined || RENAMED[name][1] === "" ? [] : [RENAMED[name][1]];
  const kept: [string, string][] = [];
  for (const [, attribute = "", double, single] of tag.matchAll(ATTRIBUTE)) {
    const value = decoded(double ?? single ?? "");
    const lower = attribute.toLowerCase();
    const styled = STYLED.find(([element, one]) => one === lower && element.test(name));
    if (styled !== undefined) {
      if (/^[\w%#., -]{1,100}$/u.test(value)) styles.push(styled[2](value.toLowerCase()));
    } else if (lower === "name" && /^(?:a|img|p|div|span|h[1-6]|tt|big|font|center|acronym)$/.test(name)) {
      if (!tag.includes(" id=") && !ids.has(value) && /^\S+$/u.test(value)) kept.push(["id", value]);
      ids.add(value);
    } else if (!isDropped(name, lower)) kept.push([attribute, value]);
  }
  if (name === "meta" && kept.some(([one]) => one.toLowerCase() === "http-equiv")) {
    return '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>';
  }
  const style = styles.filter((one) => one !== "").join("; ");
  if (style !== "") {
    const own = kept.find(([one]) => one === "style");
    if (own === undefined) kept.push(["style", style]);
    else own[1] = `${style}; ${own[1]}`;
  }
  const isSame = RENAMED[name] === undefined && kept.length === [...tag.matchAll(ATTRIBUTE)].length && style === "";
  if (isSame && !tag.includes(" name=")) return withoutNames(tag);
  const attributes = kept.map(([one, value]) => ` ${one}="${xmlAttribute(value)}"`).join("");
  const as = RENAMED[name]?.[0] ?? /^<([^\s/>]+)/u.exec(tag)?.[1] ?? name;
  return `<${as}${attributes}${kind === "empty" ? "/>" : ">"}`;
}

const ATTRIBUTE = /\s([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

/** What the package of EPUB 3 states of a page. */
export function pageProperties(markup: string): string[] {
  return [
    ...(/<(?:\w+:)?svg[\s>/]/u.test(markup) ? ["svg"] : []),
    ...(/<(?:\w+:)?math[\s>/]/u.test(markup) ? ["mathml"] : []),
    ...(/<(?:script|form)[\s>/]/u.test(markup) ? ["scripted"] : []),
  ];
}
