// Escapes text for XML 1.0. Always true: the document is well-formed for any text.

/** Characters that XML 1.0 excludes (section 2.2); lone surrogates are replaced earlier. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

const ESCAPES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

const sound = (text: string): string => text.toWellFormed().replace(NOT_XML, "\ufffd");

/** Content of an element; excluded characters become U+FFFD. */
export const xmlText = (text: string): string => sound(text).replace(/[&<>\r]/g, (character) => ESCAPES[character]!);

/** Value of a double-quoted attribute. */
export const xmlAttribute = (text: string): string =>
  sound(text).replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character]!);
