import type { OutdatedPartsFragment } from '../../../client/generated/graphql';
import { texts } from '../texts';
import { Badge } from './badge';

/** Says whether a memory was replaced, or is possibly outdated. Shows nothing for a current one. The title quotes the newer memory. */
export function MemoryState({ lifecycleState, outdatedBy }: Partial<OutdatedPartsFragment>) {
  const isReplaced = lifecycleState === 'SUPERSEDED' || lifecycleState === 'MERGED';
  if (!isReplaced && !outdatedBy) return null;
  return (
    <span title={outdatedBy ? texts.memory.newer(outdatedBy.memory.text) : undefined}>
      <Badge tone={isReplaced ? 'refused' : 'warn'}>
        {isReplaced ? texts.memory.states[lifecycleState] : texts.memory.possiblyOutdated}
      </Badge>
    </span>
  );
}
