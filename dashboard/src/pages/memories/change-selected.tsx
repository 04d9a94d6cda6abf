import { DayField } from '../../components/day-field';
import { TextInput } from '@mantine/core';
import { object, type output } from 'zod/mini';
import {
  UpdateMemoryDocument,
  type MemoryPartsFragment,
  type UpdateMemoryInput,
} from '../../../../client/generated/graphql';
import type { Failure } from '../../api/failure';
import { runEach } from '../../api/run-each';
import { useMutate } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { optionalDay, requiredText } from '../../components/rules';
import { showToast } from '../../components/toast';
import { memoriesTexts } from '../../texts/memories';

export type SelectedChange = 'categories' | 'expirationDate';

interface Props {
  readonly change: SelectedChange | null;
  readonly memories: readonly MemoryPartsFragment[];
  onClose(): void;
  onChanged(): void;
}

const words = memoriesTexts.selection;
const schemas = { categories: object({ value: requiredText }), expirationDate: object({ value: optionalDay }) };

/** Sets the categories or expiry of the selected memories. */
export function ChangeSelected({ change, memories, onClose, onChanged }: Props) {
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
  return (
    <FormDialog
      opened={change !== null}
      title={change === 'categories' ? words.categorizeTitle(memories.length) : words.expireTitle(memories.length)}
      action={change === 'categories' ? words.categorize : words.expire}
      schema={schemas[change ?? 'categories']}
      initialValues={{ value: '' }}
      serverNames={{ categories: 'value', expirationDate: 'value' }}
      onSubmit={submit}
      onClose={onClose}
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
  );
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
