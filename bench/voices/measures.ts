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

/** A click stands alone: a pulse of the voice has others within this time on either side. */
const CLICK_REACH_SECONDS = 0.016;
/** The sound of one pulse. */
const CLICK_SECONDS = 0.0007;
/** A click bends the waveform by this factor more than anything around it. */
const CLICK_FACTOR = 3;
/** Below 1 % of full scale no click is heard in speech. */
const LEAST_CLICK = 328;

/** Samples at which the waveform breaks: it bends there three times as much as anywhere else within 16 ms. */
export function clicks(pcm: Int16Array, sampleRate: number): number[] {
  const near = Math.round(sampleRate * CLICK_SECONDS);
  const far = Math.round(sampleRate * CLICK_REACH_SECONDS);
  const bend = Float64Array.from(pcm, (sample, i) => Math.abs((pcm[i - 1] ?? 0) - 2 * sample + (pcm[i + 1] ?? 0)));
  const isAlone = (at: number): boolean => {
    for (let i = Math.max(0, at - far); i <= Math.min(pcm.length - 1, at + far); i++) {
      const most = Math.abs(i - at) <= near ? bend[at]! : bend[at]! / CLICK_FACTOR;
      if (bend[i]! > most) return false;
    }
    return true;
  };
  const found: number[] = [];
  for (const [i, here] of bend.entries()) if (here >= LEAST_CLICK && isAlone(i)) found.push(i);
  return found;
}

/** The sound with a step in it that dies away within 10 ms, as a bad join makes one. */
export function withStep(pcm: Int16Array, at: number, height: number): Int16Array {
  const broken = pcm.slice();
  for (let i = at; i < broken.length && i < at + 1_000; i++) {
    const sample = broken[i]! + height * 0.995 ** (i - at);
    broken[i] = Math.max(-32_768, Math.min(32_767, Math.round(sample)));
  }
  return broken;
}

/** The loudest sample of the first and the last millisecond, of full scale: a line that begins or ends in sound clicks. */
export function edgePeak(pcm: Int16Array, sampleRate: number): number {
  const edge = Math.round(sampleRate / 1000);
  const peak = (part: Int16Array) => part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return Math.max(peak(pcm.subarray(0, edge)), peak(pcm.subarray(-edge))) / 32_768;
}
