/** Raise when the code around Flite changes what is heard. */
export const SOUND_VERSION = 6;
