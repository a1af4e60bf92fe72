// The environment of child processes and threads. It contains no secrets.

const pick = (names: readonly string[]): { readonly [name: string]: string } =>
  Object.fromEntries(
    names
      .map((name) => [name, process.env[name]] as const)
      .filter((one): one is [string, string] => one[1] !== undefined),
  );

/** For programs that may read hostile bytes. Windows cannot load libraries without SystemRoot. */
export const bareEnvironment = (): { readonly [name: string]: string } => pick(["SystemRoot"]);

/** For programs that read only Fullcast's files. The cache of compiled sources shortens a start by half a second. */
export const passedEnvironment = (): { readonly [name: string]: string } => pick(["SystemRoot", "NODE_COMPILE_CACHE"]);
