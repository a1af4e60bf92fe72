// Times as people read and say them.

/** "1:02:09", "6:10". */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** For screen readers: "6 min 10 s". */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return [hours > 0 ? `${hours} h` : "", minutes > 0 ? `${minutes} min` : "", `${whole % 60} s`]
    .filter(Boolean)
    .join(" ");
}
