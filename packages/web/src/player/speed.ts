// The speed that a listener chose last in this browser.

const KEY = "fullcast.speed";

export function readSpeed(lowest: number, highest: number): number {
  try {
    const speed = Number(localStorage.getItem(KEY) ?? 1);
    return speed >= lowest && speed <= highest ? speed : 1;
  } catch {
    return 1;
  }
}

export function writeSpeed(speed: number): void {
  try {
    localStorage.setItem(KEY, String(speed));
  } catch {
    // A browser that keeps nothing begins at normal speed.
  }
}
