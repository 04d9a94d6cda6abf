import { SimpleGrid, TextInput } from '@mantine/core';
import { maxLength, string, trim } from 'zod/mini';
import { formTexts } from '../texts/form';
import type { SchemaForm } from './use-schema-form';
import { commonTexts as words } from '../texts/common';

const fields = [
  { name: 'userId', label: words.user },
  { name: 'agentId', label: words.agent },
  { name: 'appId', label: words.app },
  { name: 'runId', label: words.run },
] as const;

type Owners = Record<(typeof fields)[number]['name'], string>;

const owner = string().check(trim(), maxLength(255, formTexts.atMost(255)));

/** Rules of the owner of memories. Every field may be left empty. */
export const ownerRules = { userId: owner, agentId: owner, appId: owner, runId: owner };

export const noOwners: Owners = { userId: '', agentId: '', appId: '', runId: '' };

/** Returns the owners that were filled in. */
export const toOwners = (values: Owners): Partial<Owners> =>
  Object.fromEntries(fields.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])));

export function OwnerFields<Given extends Owners & Record<string, unknown>>({ form }: { form: SchemaForm<Given> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          {...form.getInputProps(name)}
          label={label}
          placeholder={name === 'userId' ? words.idOrAnyHint : words.anyOrNone}
          autoComplete="off"
        />
      ))}
    </SimpleGrid>
  );
}
