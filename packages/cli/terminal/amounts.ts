// Formats amounts for people.

/** 8123 → "8.1 s", 83_000 → "1:23", 3_723_000 → "1:02:03". */
export function duration(ms: number): string {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  return clock(ms);
}

/** 8123 → "0:08", 83_000 → "1:23", 3_723_000 → "1:02:03". */
export function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** 1_234_567 → "1.2 MB" (decimal units, as file managers show them). */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** 1234 → "1,234". */
export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-GB");
}

/** (1, "block") → "1 block", (1234, "block") → "1,234 blocks". */
export function counted(value: number, noun: string, several = `${noun}s`): string {
  return `${whole(value)} ${Math.round(value) === 1 ? noun : several}`;
}

/** How many times faster than the audio plays: 8.43 → "8.4 × real time", 84.3 → "84 × real time". */
export function speed(audioMs: number, elapsedMs: number): string {
  const factor = elapsedMs > 0 ? audioMs / elapsedMs : 0;
  return `${factor < 10 ? factor.toFixed(1) : whole(factor)} × real time`;
}
