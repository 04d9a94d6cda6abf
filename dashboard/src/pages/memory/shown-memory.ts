import type { MemoryQuery } from '../../api/graphql';

export type ShownMemory = NonNullable<MemoryQuery['memory']>;
