import { useState } from 'react';
import { PlainButton } from '../../components/plain-button';
import {
  CreateExportDocument,
  DeleteMemoriesDocument,
  UndoDeletionDocument,
  type MemoryPartsFragment,
} from '../../../../client/generated/graphql';
import { SelectedBar } from '../../components/selected-bar';
import { showToast } from '../../components/toast';
import { useAct } from '../../components/use-act';
import { useProjectPermission } from '../../shell/permissions';
import { useNavigate } from '../../shell/routing';
import { memoriesTexts } from '../../texts/memories';
import { memoryTexts } from '../../texts/memory';
import { EditMemory } from '../memory/edit-memory';
import { ChangeSelected, type SelectedChange } from './change-selected';

interface Props {
  readonly projectId: string | null;
  readonly memories: readonly MemoryPartsFragment[];
  onClear(): void;
  /** Called when the selected memories have changed. */
  onChanged(): void;
}

const undoSeconds = 3_600;
const words = memoriesTexts.selection;

/** Shows the actions for the selected memories. */
export function SelectionBar({ projectId, memories, onClear, onChanged }: Props) {
  const [change, setChange] = useState<SelectedChange | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [only] = memories.length === 1 ? memories : [];
  const { remove, exportAll } = useActions({ projectId, memories, onClear, onChanged });
  const canExport = useProjectPermission(projectId, 'EXPORT_WRITE');
  const canDelete = useProjectPermission(projectId, 'MEMORY_DELETE');
  return (
    <SelectedBar label={words.label} count={memories.length} onClear={onClear}>
      {only && !only.isImmutable && <PlainButton look="sm" label={memoryTexts.edit} onClick={() => setEditing(true)} />}
      <PlainButton look="sm" label={words.categorize} onClick={() => setChange('categories')} />
      <PlainButton look="sm" label={words.expire} onClick={() => setChange('expirationDate')} />
      {canExport && <PlainButton look="sm" label={words.export} onClick={() => void exportAll()} />}
      {canDelete && <PlainButton look="sm" label={words.delete} onClick={() => void remove()} />}
      {only && <EditMemory memory={only} opened={isEditing} onSaved={onChanged} onClose={() => setEditing(false)} />}
      <ChangeSelected change={change} memories={memories} onClose={() => setChange(null)} onChanged={onChanged} />
    </SelectedBar>
  );
}

function useActions({ projectId, memories, onClear, onChanged }: Props) {
  const act = useAct();
  const navigate = useNavigate();
  const filter = { ids: memories.map(({ id }) => id) };
  const undo = async (id: string) => {
    const payload = await act(UndoDeletionDocument, { id });
    if (!payload) return;
    showToast(words.restored(payload.deletion.restoredCount));
    onChanged();
  };
  const remove = async () => {
    const payload = await act(DeleteMemoriesDocument, { projectId, filter, undoSeconds });
    if (!payload) return;
    onChanged();
    showToast(words.deleted(memories.length), {
      label: memoryTexts.undo,
      run: () => void undo(payload.deletion.id),
    });
  };
  const exportAll = async () => {
    if (!(await act(CreateExportDocument, { projectId, filter, format: 'JSON' }))) return;
    onClear();
    showToast(words.exported, { label: words.open, run: () => void navigate('/exports') });
  };
  return { remove, exportAll };
}
