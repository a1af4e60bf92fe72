// What a listener chose last in this browser: no sounds, or one voice for all lines.

type Choice = "voices-only" | "one-narrator";

const keyOf = (choice: Choice) => `fullcast.${choice}`;

export function readChoice(choice: Choice): boolean {
  try {
    return localStorage.getItem(keyOf(choice)) === "1";
  } catch {
    return false;
  }
}

export function writeChoice(choice: Choice, on: boolean): void {
  try {
    localStorage.setItem(keyOf(choice), on ? "1" : "0");
  } catch {
    // A browser that keeps nothing begins with the full cast.
  }
}
