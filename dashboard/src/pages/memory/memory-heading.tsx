import { useDocumentTitle } from '@mantine/hooks';
import { DeleteMemoriesDocument, UndoDeletionDocument, type MemoryLifecycleState } from '../../api/graphql';
import { PencilIcon, Trash2Icon } from '../../components/icons';
import { PlainButton } from '../../components/plain-button';
import { showToast } from '../../components/toast';
import { useAct } from '../../components/use-act';
import { Link, useNavigate } from '../../shell/routing';
import { memoryTexts } from '../../texts/memory';
import type { ShownMemory } from './shown-memory';

const badges: Readonly<Record<MemoryLifecycleState, string>> = { ACTIVE: 'ok', SUPERSEDED: 'refused', MERGED: 'info' };

interface Props {
  readonly memory: ShownMemory;
  readonly canWrite: boolean;
  onEdit(): void;
}

export function MemoryHeading({ memory, canWrite, onEdit }: Props) {
  const deleteMemory = useDeleteMemory();
  useDocumentTitle(`${memory.text.slice(0, 60)} · memory-gateway`);
  return (
    <div className="head">
      <div className="grow">
        <h1 className="big clamp" dir="auto">
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

const undoSeconds = 3_600;

/** Returns a function that deletes a memory, returns to the list, and offers Undo. */
function useDeleteMemory() {
  const act = useAct();
  const navigate = useNavigate();
  const undo = async (deletionId: string, memoryId: string) => {
    if (await act(UndoDeletionDocument, { id: deletionId }, memoryTexts.restored))
      await navigate(`/memories/${memoryId}`);
  };
  return async ({ id, project }: { readonly id: string; readonly project: { readonly id: string } }) => {
    const payload = await act(DeleteMemoriesDocument, { projectId: project.id, filter: { ids: [id] }, undoSeconds });
    if (!payload) return;
    await navigate('/memories');
    showToast(memoryTexts.deleted, {
      label: memoryTexts.undo,
      run: () => void undo(payload.deletion.id, id),
    });
  };
}
