// The studio's pages: the shell that every address of the studio answers, and the built parts that it loads.
// Always true: the shell holds nothing of an account, so it is answered without a session; a part's name contains the hash
// of its bytes, so it is kept by browsers for a year; nothing loads from another host.

export { type Studio, scriptOf, studioFiles, studioRoutes } from "./studio-routes.ts";
