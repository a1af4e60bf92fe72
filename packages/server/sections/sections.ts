// The sections of projects as people see them: made from text, in order, each with what it is up to.
// What always holds: a standalone story has at most one active section; the order version guards the order.

export { createSection, createStandaloneSection } from "./create-section.ts";
export { listProjects, listSections } from "./list-sections.ts";
