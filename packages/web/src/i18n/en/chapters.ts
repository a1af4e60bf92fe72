// The choice of chapters.

export const chapters = {
  all: "All",
  none: "None",
  chosen: (count: number, total: number) => `${count} of ${total} chosen`,
};
