// Sections of projects: creating, listing, moving and deleting them, each with its activity status.
// Deletions of projects are here too, because they affect every room.
// Always true: a standalone story has at most one active section; the order version guards the order.

export { deleteSection, moveSection, previewSectionDeletion, removeSection } from "./change-sections.ts";
export { cleanUp, startCleaning } from "./cleanup.ts";
export { createSection, createStandaloneSection } from "./create-section.ts";
export {
  CLEANUP_QUEUE,
  type Deleter,
  deleteProject,
  previewProjectDeletion,
  REMOVE_AFTER_SECONDS,
  REMOVE_OBJECTS,
} from "./delete-project.ts";
export { listProjects } from "./list-projects.ts";
export { listSections } from "./list-sections.ts";
export { listStories } from "./list-stories.ts";
