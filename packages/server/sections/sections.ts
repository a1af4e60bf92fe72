// The sections of projects as people see them: made from text, in order, each with what it is up to.
// Deletions of projects and sections are here too, because they reach into every room.
// What always holds: a standalone story has at most one active section; the order version guards the order.

export { deleteSection, moveSection, previewSectionDeletion } from "./change-sections.ts";
export { cleanUp, startCleaning } from "./cleanup.ts";
export { createSection, createStandaloneSection } from "./create-section.ts";
export {
  CLEANUP_QUEUE,
  deleteProject,
  previewProjectDeletion,
  REMOVE_AFTER_SECONDS,
  REMOVE_OBJECTS,
} from "./delete-project.ts";
export { listProjects } from "./list-projects.ts";
export { listSections } from "./list-sections.ts";
