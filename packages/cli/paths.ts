import { dirname, resolve } from "node:path";

/**
 * Where the person stands. npm changes to the package's folder before it runs a script and leaves the place it was
 * called from in INIT_CWD; paths that a person gives are meant from there.
 */
export function standingIn(env: NodeJS.ProcessEnv, cwd: string): string {
  const byNpm = env.npm_package_json !== undefined && dirname(env.npm_package_json) === cwd;
  return byNpm && env.INIT_CWD !== undefined && env.INIT_CWD !== "" ? env.INIT_CWD : cwd;
}

/** A path that a person gave, absolute. */
export function givenPath(path: string, env: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): string {
  return resolve(standingIn(env, cwd), path);
}
