// Projects: the ordered sections of a story or book that share one cast and one mastering profile. A standalone story is
// a hidden project with one section.
// Always true: a project belongs to one account; its versions only increase.

export { addProject, createNamedProject } from "./add-project.ts";
export { changeProject } from "./change-project.ts";
export { changeMasteringProfile, DEFAULT_MASTERING_PROFILE, getMasteringProfile } from "./mastering.ts";
export { restoreProject } from "./restore-project.ts";
export {
  deleteProjectRow,
  findProject,
  lockProject,
  type ProjectRow,
  projectsOfAccount,
  takeNextOrderVersion,
} from "./store.ts";
export { putProjectBack } from "./undo-project.ts";
