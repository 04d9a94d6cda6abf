/** Random choices that are the same for the same seed. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from 0 to `end - 1`. */
  below(end: number): number;
  pick(list: readonly string[]): string;
  /** Returns a copy in another order. */
  shuffle<T>(list: readonly T[]): T[];
}

/** Creates a generator of pseudo-random choices (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (end) => Math.floor(next() * end),
    pick: (list) => list[Math.floor(next() * list.length)] ?? '',
    shuffle: (list) =>
      list
        .map((value) => ({ value, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value),
  };
}
