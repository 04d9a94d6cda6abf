import type { MemoryRow } from '../../stores/memory/memory-row.js';

interface Dated {
  readonly memory: MemoryRow;
}

const dateOf = ({ memory }: Dated) => (memory.eventDate ?? memory.createdAt).getTime();

/** Returns results from the oldest to the newest `eventDate`, or else `createdAt`. Results of one date keep their order. */
export const sortByDate = <Result extends Dated>(results: readonly Result[]): readonly Result[] =>
  [...results].sort((one, other) => dateOf(one) - dateOf(other));
