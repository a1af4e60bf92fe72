// The frame around every screen.

export const shell = {
  skip: "Skip to the content",
  navigation: "Main",
  stories: "Stories",
  sounds: "Sounds",
  account: "Account",
  notFound: "This page does not exist",
  notFoundHint: "The address may be mistyped, or what was here was deleted.",
  toStories: "Go to Stories",
};
