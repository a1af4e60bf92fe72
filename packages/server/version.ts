/** The declared version of the interface and of the product. */
export const VERSION = "1.0.0-beta";
