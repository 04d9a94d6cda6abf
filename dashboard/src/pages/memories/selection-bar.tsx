import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { object, type output } from 'zod/mini';
import {
  CreateExportDocument,
  DeleteMemoriesDocument,
  UndoDeletionDocument,
  UpdateMemoryDocument,
  type MemoryPartsFragment,
  type UpdateMemoryInput,
} from '../../api/graphql';
import type { Failure } from '../../api/failure';
import { runEach } from '../../api/run-each';
import { useMutate } from '../../api/run-mutation';
import { DayField } from '../../components/day-field';
import { FormDialog } from '../../components/form-dialog';
import { PlainButton } from '../../components/plain-button';
import { optionalDay, requiredText } from '../../components/rules';
import { SelectedBar } from '../../components/selected-bar';
import { showToast } from '../../components/toast';
import { useAct } from '../../components/use-act';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { useNavigate } from '../../shell/routing';
import { memoriesTexts } from '../../texts/memories';
import { memoryTexts } from '../../texts/memory';
import { EditMemory } from '../memory/edit-memory';

interface Props {
  readonly memories: readonly MemoryPartsFragment[];
  onClear(): void;
  onChanged(): void;
}

const undoSeconds = 3_600;
const words = memoriesTexts.selection;

type SelectedChange = 'categories' | 'expirationDate';
const schemas = { categories: object({ value: requiredText }), expirationDate: object({ value: optionalDay }) };

/** Shows the actions for the selected memories, and sets their categories or their expiry. */
export function SelectionBar({ memories, onClear, onChanged }: Props) {
  const { projectId } = useProject();
  const [change, setChange] = useState<SelectedChange | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [only] = memories.length === 1 ? memories : [];
  const { remove, exportAll } = useActions({ memories, onClear, onChanged });
  const mutate = useMutate();
  const submit = async ({ value }: output<typeof schemas.categories>): Promise<Failure | null> => {
    const changed = memories.filter(({ isImmutable }) => !isImmutable);
    const inputs = changed.map((memory) => ({ id: memory.id, ...toChange(change, value, memory) }));
    const failures = await runEach(inputs, (input) => mutate(UpdateMemoryDocument, input));
    const [first] = failures;
    if (first) return { ...first, message: words.failed(failures.length, first.message) };
    showToast(words.changed(changed.length, memories.length - changed.length));
    onChanged();
    return null;
  };
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
      <FormDialog
        opened={change !== null}
        title={change === 'categories' ? words.categorizeTitle(memories.length) : words.expireTitle(memories.length)}
        action={change === 'categories' ? words.categorize : words.expire}
        schema={schemas[change ?? 'categories']}
        initialValues={{ value: '' }}
        serverNames={{ categories: 'value', expirationDate: 'value' }}
        onSubmit={submit}
        onClose={() => setChange(null)}
      >
        {(form) =>
          change === 'categories' ? (
            <TextInput
              {...form.getInputProps('value')}
              label={words.add}
              description={words.addHint}
              required
              data-autofocus
            />
          ) : (
            <DayField
              {...form.getInputProps('value')}
              label={words.lastDay}
              description={words.lastDayHint}
              data-autofocus
            />
          )
        }
      </FormDialog>
    </SelectedBar>
  );
}

function useActions({ memories, onClear, onChanged }: Props) {
  const { projectId } = useProject();
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

function toChange(
  change: SelectedChange | null,
  value: string,
  { categories }: MemoryPartsFragment,
): Omit<UpdateMemoryInput, 'id'> {
  if (change === 'expirationDate') return { expirationDate: value || null };
  const added = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return { categories: [...new Set([...(categories ?? []), ...added])] };
}
