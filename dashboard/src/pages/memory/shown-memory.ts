import type { MemoryQuery } from '../../../../client/generated/graphql';

/** The memory of a memory page. */
export type ShownMemory = NonNullable<MemoryQuery['memory']>;
