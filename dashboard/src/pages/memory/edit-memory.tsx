import { DayField } from '../../components/day-field';
import { JsonInput, TagsInput, Textarea } from '@mantine/core';
import { array, object, string, type output } from 'zod/mini';
import {
  MemoryDocument,
  UpdateMemoryDocument,
  type MemoryPartsFragment,
  type UpdateMemoryInput,
} from '../../api/graphql';
import { useReadAgain } from '../../api/use-fresh-query';
import { MutationDialog } from '../../components/form-dialog';
import { optionalDay, optionalJsonObject, requiredText, typedTime } from '../../components/rules';
import { memoryTexts as words } from '../../texts/memory';

interface Props {
  readonly memory: MemoryPartsFragment;
  readonly opened: boolean;
  onSaved(): void;
  onClose(): void;
}

const schema = object({
  text: requiredText,
  expirationDate: optionalDay,
  timestamp: typedTime,
  categories: array(string()),
  metadata: optionalJsonObject,
});

const toValues = ({ text, expirationDate, createdAt, categories, metadata }: MemoryPartsFragment) => ({
  text,
  expirationDate: expirationDate ?? '',
  timestamp: createdAt.slice(0, 19),
  categories: [...(categories ?? [])],
  metadata: metadata == null ? '' : JSON.stringify(metadata, null, 2),
});

/** Edits the text, categories, metadata, expiration date and time of a memory. */
export function EditMemory({ memory, opened, onSaved, onClose }: Props) {
  const readSaved = useReadAgain(MemoryDocument, { id: memory.id }, (saved) => saved.memory && toValues(saved.memory));
  return (
    <MutationDialog
      opened={opened}
      title={words.editTitle}
      action={words.save}
      size="lg"
      schema={schema}
      initialValues={toValues(memory)}
      readSaved={readSaved}
      mutation={UpdateMemoryDocument}
      toInput={(_, changed) => toInput(memory.id, changed)}
      done={words.saved}
      onDone={onSaved}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Textarea
            {...form.getInputProps('text')}
            label={words.text}
            dir="auto"
            autosize
            minRows={2}
            maxRows={16}
            required
            data-autofocus
          />
          <DayField
            {...form.getInputProps('expirationDate')}
            label={words.expiresAfter}
            description={words.expirationHint}
          />
          <DayField {...form.getInputProps('timestamp')} hasTime label={words.createdUtc} required />
          <TagsInput
            {...form.getInputProps('categories')}
            label={words.categories}
            description={words.categoriesHint}
          />
          <JsonInput
            {...form.getInputProps('metadata')}
            label={words.metadata}
            description={words.metadataHint}
            autosize
            minRows={2}
            maxRows={10}
          />
        </>
      )}
    </MutationDialog>
  );
}

// Sends changed fields only, because an unchanged text would be embedded again.
function toInput(
  id: string,
  { expirationDate, timestamp, ...changed }: Partial<output<typeof schema>>,
): UpdateMemoryInput {
  return {
    ...{ id, ...changed },
    ...(expirationDate !== undefined && { expirationDate: expirationDate || null }),
    ...(timestamp !== undefined && { timestamp: new Date(`${timestamp}Z`).toISOString() }),
  };
}
