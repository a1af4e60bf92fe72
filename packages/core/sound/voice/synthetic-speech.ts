// Vowels and hiss for tests: pulses through two resonances, where pitch and formants are known exactly.

export interface Vowel {
  readonly sampleRate: number;
  readonly seconds: number;
  /** Pitch in Hz at a time. */
  readonly pitch: (seconds: number) => number;
  /** Frequencies of the resonances in Hz; each is 80 Hz wide. */
  readonly formants: readonly number[];
}

export function vowel({ sampleRate, seconds, pitch, formants }: Vowel): Float32Array {
  const sound = new Float32Array(Math.round(seconds * sampleRate));
  let phase = 0;
  for (let i = 0; i < sound.length; i++) {
    const step = pitch(i / sampleRate) / sampleRate;
    phase += step;
    if (phase >= 1) {
      phase -= 1;
      // A pulse between two samples is shared by both: pulses on whole samples would repeat every few periods only.
      const late = phase / step;
      sound[i] = sound[i]! + 1 - late;
      if (i > 0) sound[i - 1] = sound[i - 1]! + late;
    }
  }
  for (const hz of formants) resonate(sound, hz / sampleRate, 80 / sampleRate);
  return scaled(sound, 0.5);
}

export function hiss(length: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state / 2 ** 31) * 0.2;
  });
}

function resonate(sound: Float32Array, frequency: number, width: number): void {
  const radius = Math.exp(-Math.PI * width);
  const turn = 2 * radius * Math.cos(2 * Math.PI * frequency);
  let [a, b] = [0, 0];
  for (let i = 0; i < sound.length; i++) {
    const value = sound[i]! + turn * a - radius * radius * b;
    [a, b] = [value, a];
    sound[i] = value;
  }
}

function scaled(sound: Float32Array, peak: number): Float32Array {
  const most = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  return sound.map((sample) => (sample * peak) / most);
}

/** Power at a frequency (Goertzel). */
export function powerAt(sound: Float32Array, sampleRate: number, hz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / sampleRate);
  let [a, b] = [0, 0];
  for (const sample of sound) [a, b] = [sample + turn * a - b, a];
  return a * a + b * b - turn * a * b;
}
