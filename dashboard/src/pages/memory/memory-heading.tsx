import { useDocumentTitle } from '@mantine/hooks';
import { PlainButton } from '../../components/plain-button';
import { PencilIcon, Trash2Icon } from '../../components/icons';
import type { MemoryLifecycleState } from '../../../../client/generated/graphql';
import { Link } from '../../shell/routing';
import { memoryTexts } from '../../texts/memory';
import type { ShownMemory } from './shown-memory';
import { useDeleteMemory } from './use-delete-memory';

const badges: Readonly<Record<MemoryLifecycleState, string>> = { ACTIVE: 'ok', SUPERSEDED: 'refused', MERGED: 'info' };

interface Props {
  readonly memory: ShownMemory;
  readonly canWrite: boolean;
  onEdit(): void;
}

/** Shows the text of a memory as title, with its state and actions. */
export function MemoryHeading({ memory, canWrite, onEdit }: Props) {
  const deleteMemory = useDeleteMemory();
  useDocumentTitle(`${memory.text.slice(0, 60)} · memory-gateway`);
  return (
    <div className="head head-top">
      <div className="grow">
        <h1 className="big" dir="auto">
          {memory.text}
        </h1>
        <div className="row wrap" style={{ marginTop: 10 }}>
          {isPossiblyOutdated(memory) ? (
            <span className="badge warn">{memoryTexts.possiblyOutdated}</span>
          ) : (
            <span className={`badge ${badges[memory.lifecycleState]}`}>
              <i className="dot" />
              {memoryTexts.states[memory.lifecycleState]}
            </span>
          )}
          {memory.isImmutable && <span className="badge">{memoryTexts.immutable}</span>}
          {(memory.categories ?? []).map((category) => (
            <Link key={category} className="tag" to={`/memories?${new URLSearchParams({ category })}`}>
              <bdi>{category}</bdi>
            </Link>
          ))}
        </div>
      </div>
      {canWrite && (
        <span className="row acts">
          <PlainButton icon={PencilIcon} label={memoryTexts.edit} onClick={onEdit} disabled={memory.isImmutable} />
          <PlainButton
            look="danger"
            icon={Trash2Icon}
            label={memoryTexts.delete}
            onClick={() => void deleteMemory(memory)}
          />
        </span>
      )}
    </div>
  );
}

// A suggestion names a newer memory that may contradict this one.
const isPossiblyOutdated = ({ id, lifecycleState, links }: ShownMemory) =>
  lifecycleState === 'ACTIVE' &&
  links.some(({ status, olderMemoryId }) => status === 'SUGGESTED' && olderMemoryId === id);
