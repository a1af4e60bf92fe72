// Whether a listener left out the sounds last in this browser.

const KEY = "fullcast.voices-only";

export function readVoicesOnly(): boolean {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}

export function writeVoicesOnly(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? "1" : "0");
  } catch {
    // A browser that keeps nothing begins with all sounds.
  }
}
