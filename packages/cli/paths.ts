import { dirname, resolve } from "node:path";

/**
 * The folder of the caller. npm changes to the package's folder before it runs a script and stores the folder of the caller in
 * INIT_CWD; given paths are relative to that.
 */
export function standingIn(env: NodeJS.ProcessEnv, cwd: string): string {
  const byNpm = env.npm_package_json !== undefined && dirname(env.npm_package_json) === cwd;
  return byNpm && env.INIT_CWD !== undefined && env.INIT_CWD !== "" ? env.INIT_CWD : cwd;
}

/** A given path, absolute. */
export function givenPath(path: string, env: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): string {
  return resolve(standingIn(env, cwd), path);
}
