// Texts about the catalogue of finished books.

export const catalogue = {
  title: "Catalogue",
  hint: "A reading program on a phone finds your finished books at an address of its own. Add it there as an OPDS catalogue.",
  field: "Name of the device",
  add: "New address",
  once: "This address is shown only now. Anyone who has it can read these books, so give each device its own.",
  code: "Code of the address, for the camera of the phone",
  since: (day: string) => `since ${day}`,
  deleteOne: (name: string) => `Delete the address of ${name}`,
};
