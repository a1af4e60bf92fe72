// What is measured in the sound of a voice without a recogniser: pauses and clicks.

/** Longest silence inside the sound, in seconds: 10 ms frames 50 dB below the loudest one. */
export function longestSilence(pcm: Int16Array, sampleRate: number): number {
  const size = Math.round(sampleRate / 100);
  const levels: number[] = [];
  for (let at = 0; at + size <= pcm.length; at += size) {
    let sum = 0;
    for (let i = at; i < at + size; i++) sum += pcm[i]! ** 2;
    levels.push(sum);
  }
  const quiet = levels.reduce((most, level) => Math.max(most, level), 0) * 1e-5;
  let [run, longest] = [0, 0];
  for (const level of levels) {
    run = level <= quiet ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest / 100;
}

/** How often a sample leaves its neighbours by 20 times what is usual within 10 ms around it, and by 2 % of full scale. */
export function clicks(pcm: Int16Array, sampleRate: number): number {
  const reach = Math.round(sampleRate / 200);
  const bend = (i: number) => Math.abs((pcm[i - 1] ?? 0) - 2 * pcm[i]! + (pcm[i + 1] ?? 0));
  let sum = 0;
  for (let i = 0; i < Math.min(pcm.length, 2 * reach); i++) sum += bend(i);
  let found = 0;
  for (let i = reach; i < pcm.length - reach; i++) {
    if (bend(i) > 655 && bend(i) > (20 * sum) / (2 * reach)) found++;
    sum += bend(i + reach) - bend(i - reach);
  }
  return found;
}
