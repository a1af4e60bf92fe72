// What a story is made of, before and after its publication: warnings about licences and rights, and the signed publishing
// passport.
// Always true: a passport names what the takes, sounds and files of this moment are; its signature is that of the installation.

export { publishWarnings } from "./heard-voices.ts";
export { getPassport, getPassportKeys } from "./passport.ts";
