// The key of a service. It is kept in a closure and only sent to the host of its entry.

export type KeyState = { readonly key: string | null } | { readonly missing: string };

/** @returns the key, null when the entry needs none, or the name of the variable that is not set */
export function keyOf(
  entry: { readonly api_key?: string | undefined; readonly api_key_env?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): KeyState {
  if (entry.api_key !== undefined) return { key: entry.api_key };
  if (entry.api_key_env === undefined) return { key: null };
  const key = env[entry.api_key_env]?.trim() ?? "";
  return key === "" ? { missing: entry.api_key_env } : { key };
}
