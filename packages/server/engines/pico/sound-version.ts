/** Raise when the code around Pico changes what is heard. */
export const SOUND_VERSION = 2;
