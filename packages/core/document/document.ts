// The script of a section: blocks of text, notes and sound effects.
// What always holds: the concatenated text of all speech, narration, unparsed and excluded blocks, in order, is the
// section's source text, code unit by code unit (the source-text projection). Nothing here drops or adds a unit.

export * from "./blocks.ts";
