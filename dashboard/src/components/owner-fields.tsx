import { SimpleGrid, TextInput } from '@mantine/core';
import { getFormText } from './form-text';

const fields = [
  { name: 'userId', label: 'User' },
  { name: 'agentId', label: 'Agent' },
  { name: 'appId', label: 'App' },
  { name: 'runId', label: 'Run' },
] as const;

type Owners = Partial<Record<(typeof fields)[number]['name'], string>>;

/** Returns the owners in a form. */
export function readOwners(form: FormData): Owners {
  return Object.fromEntries(
    fields.map(({ name }) => [name, getFormText(form, name).trim()] as const).filter(([, id]) => id),
  );
}

/** Shows the fields for the owner of memories. */
export function OwnerFields({ errors }: { errors: Readonly<Record<string, string>> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          name={name}
          label={label}
          placeholder={name === 'userId' ? 'An id, or * for any' : 'Any or none'}
          error={errors[name]}
          autoComplete="off"
        />
      ))}
    </SimpleGrid>
  );
}

/** Parses a field as a JSON object. @returns undefined for an empty field, null if it is not a JSON object */
export function readJsonObject(form: FormData, name: string): object | null | undefined {
  const text = getFormText(form, name).trim();
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
