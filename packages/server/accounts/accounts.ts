// Accounts and their keys: who is calling, and what they may do.
// What always holds: the database stores only hashes of keys; a revoked or expired key opens nothing from that moment on; a
// key never has a scope that its creator lacked, nor a longer life.

export { changeAccount, createAccount, grantSnowcoins, listAccounts, managedAccount } from "./administration.ts";
export { createApiKey, listApiKeys, revokeApiKey } from "./api-keys.ts";
export { type Authenticator, createAuthenticator } from "./authenticate.ts";
export { getBalance, getCapabilities } from "./balance.ts";
export { installationSecret } from "./installation-secret.ts";
export { ensureOwner } from "./owner.ts";
export { getPreferences, getProfile, type Profiles, rememberedProfiles, setPreferences } from "./profile.ts";
export { requireStorage, storageLeft, storedBytes } from "./storage.ts";
