import type { MemoryQuery } from '../../../../client/generated/graphql';

export type ShownMemory = NonNullable<MemoryQuery['memory']>;
