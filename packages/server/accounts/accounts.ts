// Accounts and their keys: who is calling, and what they may do.
// What always holds: the database knows only hashes of keys; a revoked or expired key opens nothing from that moment
// on; a key never holds a scope that its creator lacked.

export { changeAccount, createAccount, grantSnowcoins, listAccounts } from "./administration.ts";
export { createApiKey, listApiKeys, revokeApiKey } from "./api-keys.ts";
export { type Authenticator, createAuthenticator } from "./authenticate.ts";
export { getBalance, getCapabilities } from "./balance.ts";
export { ensureOwner, installationSecret } from "./first-start.ts";
export { getPreferences, getProfile, type Profiles, rememberedProfiles, setPreferences } from "./profile.ts";
