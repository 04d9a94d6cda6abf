import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { string, trim } from 'zod/mini';
import { conditionTexts as words } from '../texts/conditions';
import { DayField } from './day-field';
import { noOwners, OwnerFields, ownerRules } from './owner-fields';
import { optionalDay, optionalJsonObject } from './rules';
import type { SchemaForm } from './use-schema-form';

const line = string().check(trim());

/** Rules of the conditions on memories. Every field may be left empty. */
export const conditionRules = {
  ...ownerRules,
  category: line,
  text: line,
  createdFrom: optionalDay,
  createdBefore: optionalDay,
  metadata: optionalJsonObject,
};

export const noConditions = {
  ...noOwners,
  category: '',
  text: '',
  createdFrom: '',
  createdBefore: '',
  metadata: '',
};

type Values = Record<keyof typeof noConditions, string>;

/** Shows the fields that select memories by owner, category, text, days and metadata. */
export function MemoryConditions<Given extends Values & Record<string, unknown>>({
  form,
}: {
  form: SchemaForm<Given>;
}) {
  return (
    <>
      <OwnerFields form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...form.getInputProps('category')}
          label={words.category}
          placeholder={words.any}
          autoComplete="off"
        />
        <TextInput {...form.getInputProps('text')} label={words.text} placeholder={words.any} autoComplete="off" />
        <DayField {...form.getInputProps('createdFrom')} label={words.createdFrom} placeholder={words.anyDay} />
        <DayField {...form.getInputProps('createdBefore')} label={words.createdBefore} placeholder={words.anyDay} />
      </SimpleGrid>
      <Textarea {...form.getInputProps('metadata')} label={words.metadata} description={words.metadataHint} autosize />
    </>
  );
}
