import type { OutdatedPartsFragment } from '../api/graphql';
import { memoryTexts } from '../texts/memory';
import { Badge } from './badge';

/** Says whether a memory was replaced, or is possibly outdated. Shows nothing for a current one. The title quotes the newer memory. */
export function MemoryState({ lifecycleState, outdatedBy }: Partial<OutdatedPartsFragment>) {
  const isReplaced = lifecycleState === 'SUPERSEDED' || lifecycleState === 'MERGED';
  if (!isReplaced && !outdatedBy) return null;
  return (
    <span title={outdatedBy ? memoryTexts.newer(outdatedBy.memory.text) : undefined}>
      <Badge tone={isReplaced ? 'refused' : 'warn'}>
        {isReplaced ? memoryTexts.states[lifecycleState] : memoryTexts.possiblyOutdated}
      </Badge>
    </span>
  );
}
