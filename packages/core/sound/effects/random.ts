// Pseudo-random numbers. The same seed gives the same sound on every machine.

export interface Random {
  /** 0 (included) to 1 (not included). */
  next(): number;
  /** -1 to 1. */
  signed(): number;
  between(low: number, high: number): number;
  /** Fills `block[0, length)` with signed numbers. */
  fill(block: Float32Array, length: number): void;
}

/**
 * The generator sfc32 (Chris Doty-Humphrey, PractRand), initialised with a seed and a stream number, so that the layers of one
 * sound are independent.
 */
export function seededRandom(seed: number, stream: number): Random {
  // Typed state and local copies in the loop: V8 would allocate each number that a closure changes on the heap.
  const state = Int32Array.of(
    0x9e3779b9 ^ (seed | 0),
    0x243f6a88 ^ Math.floor(seed / 4_294_967_296),
    0xb7e15162 ^ Math.imul(stream + 1, 0x85ebca6b),
    1,
  );
  const next = () => {
    const a = state[0]!;
    const b = state[1]!;
    const c = state[2]!;
    const sum = (((a + b) | 0) + state[3]!) | 0;
    state[3] = state[3]! + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The first numbers depend too strongly on the seed.
  for (let i = 0; i < 15; i++) next();
  return {
    next,
    signed: () => next() * 2 - 1,
    between: (low, high) => low + (high - low) * next(),
    fill(block, length) {
      let a = state[0]!;
      let b = state[1]!;
      let c = state[2]!;
      let counter = state[3]!;
      for (let i = 0; i < length; i++) {
        const sum = (((a + b) | 0) + counter) | 0;
        counter = (counter + 1) | 0;
        a = b ^ (b >>> 9);
        b = (c + (c << 3)) | 0;
        c = (((c << 21) | (c >>> 11)) + sum) | 0;
        block[i] = (sum >>> 0) / 2_147_483_648 - 1;
      }
      state[0] = a;
      state[1] = b;
      state[2] = c;
      state[3] = counter;
    },
  };
}

/** The seed of a prompt without one (FNV-1a over its code units): the same words give the same sound. */
export function seedOf(prompt: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < prompt.length; i++) hash = Math.imul(hash ^ prompt.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
