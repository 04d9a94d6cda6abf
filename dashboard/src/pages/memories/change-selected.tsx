import { TextInput } from '@mantine/core';
import { useClient } from 'urql';
import {
  UpdateMemoryDocument,
  type MemoryPartsFragment,
  type UpdateMemoryInput,
} from '../../../../client/generated/graphql';
import type { Failure } from '../../api/failure';
import { runMutation } from '../../api/run-mutation';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { showToast } from '../../components/toast';
import { texts } from '../../texts';

export type SelectedChange = 'categories' | 'expirationDate';

interface Props {
  readonly change: SelectedChange | null;
  readonly memories: readonly MemoryPartsFragment[];
  onClose(): void;
  onChanged(): void;
}

const words = texts.memories.selection;
const atOnce = 4;

/** Sets the categories or expiry of the selected memories. */
export function ChangeSelected({ change, memories, onClose, onChanged }: Props) {
  const client = useClient();
  const submit = async (form: FormData): Promise<Failure | null> => {
    const changed = memories.filter(({ immutable }) => !immutable);
    const inputs = changed.map((memory) => ({ id: memory.id, ...toChange(form, memory) }));
    const waiting = [...inputs];
    const failures: Failure[] = [];
    const work = async () => {
      for (let input = waiting.shift(); input; input = waiting.shift()) {
        const { failure } = await runMutation(client, UpdateMemoryDocument, { input });
        if (failure) failures.push(failure);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
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
      onSubmit={submit}
      onClose={onClose}
    >
      {(fields) =>
        change === 'categories' ? (
          <TextInput
            name="categories"
            label={words.add}
            description={words.addHint}
            required
            data-autofocus
            error={fields.categories}
          />
        ) : (
          <TextInput
            name="day"
            type="date"
            label={words.lastDay}
            description={words.lastDayHint}
            data-autofocus
            error={fields.expirationDate}
          />
        )
      }
    </FormDialog>
  );
}

function toChange(form: FormData, { categories }: MemoryPartsFragment): Omit<UpdateMemoryInput, 'id'> {
  if (!form.has('categories')) return { expirationDate: getFormText(form, 'day') || null };
  const names = getFormText(form, 'categories').split(',');
  const added = names.map((name) => name.trim()).filter((name) => name !== '');
  return { categories: [...new Set([...(categories ?? []), ...added])] };
}
