// The environment of child processes and threads. Nothing secret is in it.

const pick = (names: readonly string[]): { readonly [name: string]: string } =>
  Object.fromEntries(
    names
      .map((name) => [name, process.env[name]] as const)
      .filter((one): one is [string, string] => one[1] !== undefined),
  );

/** For programs that may meet hostile bytes. Windows cannot load libraries without SystemRoot. */
export const bareEnvironment = (): { readonly [name: string]: string } => pick(["SystemRoot"]);

/** For programs that meet our own files only. With the cache of compiled sources a start is half a second shorter. */
export const passedEnvironment = (): { readonly [name: string]: string } => pick(["SystemRoot", "NODE_COMPILE_CACHE"]);
