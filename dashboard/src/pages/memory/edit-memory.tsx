import { JsonInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { UpdateMemoryDocument, type UpdateMemoryInput } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { showToast } from '../../components/toast';
import { texts } from '../../texts';
import type { ShownMemory } from './memory-page';

interface Props {
  readonly memory: ShownMemory;
  readonly opened: boolean;
  onSaved(): void;
  onClose(): void;
}

// A name may contain a comma.
const divider = '\u001f';

/** Edits the text, categories, metadata, expiration date and time of a memory. */
export function EditMemory({ memory, opened, onSaved, onClose }: Props) {
  const client = useClient();
  const save = async (form: FormData): Promise<Failure | null> => {
    const input = toInput(memory, form);
    if (!input) return { message: texts.memory.badMetadata, fields: { metadata: texts.memory.badMetadata } };
    const { failure } = await runMutation(client, UpdateMemoryDocument, { input });
    if (failure) return failure;
    showToast(texts.memory.saved);
    onSaved();
    return null;
  };
  return (
    <FormDialog
      opened={opened}
      title={texts.memory.editTitle}
      action="Save"
      size="lg"
      onSubmit={save}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <Textarea
            name="text"
            label="Text"
            dir="auto"
            autosize
            minRows={2}
            maxRows={16}
            required
            data-autofocus
            defaultValue={memory.text}
            error={fields.text}
          />
          <TextInput
            type="date"
            name="expirationDate"
            label="Expires after"
            description="Last day (UTC) on which searches and lists return this memory. Empty: never."
            defaultValue={memory.expirationDate ?? ''}
            error={fields.expirationDate}
          />
          <TextInput
            type="datetime-local"
            step={1}
            name="timestamp"
            label="Created (UTC)"
            defaultValue={memory.createdAt.slice(0, 19)}
            required
            error={fields.timestamp}
          />
          <TagsInput
            name="categories"
            label={texts.memory.categories}
            description={texts.memory.categoriesHint}
            defaultValue={[...(memory.categories ?? [])]}
            hiddenInputValuesDivider={divider}
            error={fields.categories}
          />
          <JsonInput
            name="metadata"
            label="Metadata"
            description="A JSON object. Empty: none."
            autosize
            minRows={2}
            maxRows={10}
            defaultValue={memory.metadata == null ? '' : JSON.stringify(memory.metadata, null, 2)}
            error={fields.metadata}
          />
        </>
      )}
    </FormDialog>
  );
}

// Sends changed fields only, because an unchanged text would be embedded again.
function toInput(memory: ShownMemory, form: FormData): UpdateMemoryInput | null {
  const metadata = toMetadata(getFormText(form, 'metadata'));
  if (metadata === undefined) return null;
  const text = getFormText(form, 'text').trim();
  const expirationDate = getFormText(form, 'expirationDate') || null;
  const categories = getFormText(form, 'categories').split(divider).filter(Boolean);
  const timestamp = getFormText(form, 'timestamp');
  const input: UpdateMemoryInput = { id: memory.id };
  if (text !== memory.text) input.text = text;
  if (expirationDate !== memory.expirationDate) input.expirationDate = expirationDate;
  if (timestamp && timestamp.slice(0, 19) !== memory.createdAt.slice(0, 19))
    input.timestamp = new Date(`${timestamp}Z`).toISOString();
  if (JSON.stringify(categories) !== JSON.stringify(memory.categories ?? [])) input.categories = categories;
  if (JSON.stringify(metadata) !== JSON.stringify(memory.metadata ?? null)) input.metadata = metadata;
  return input;
}

/** @returns undefined for invalid JSON */
function toMetadata(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
