import { ActionIcon, Button, Fieldset, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { PlusIcon, XIcon } from 'lucide-react';
import { useRef, useState } from 'react';

interface Row {
  readonly key: number;
  readonly name: string;
  /** Whether the server has stored a value for this header. */
  readonly isStored: boolean;
}

/** Edits the custom headers of a webhook. Stored values are hidden; an empty value keeps them. */
export function HeaderFields({ names, error }: { names: readonly string[]; error?: string | undefined }) {
  const nextKey = useRef(names.length);
  const [rows, setRows] = useState<readonly Row[]>(() => names.map((name, key) => ({ key, name, isStored: true })));
  const add = () => setRows([...rows, { key: nextKey.current++, name: '', isStored: false }]);
  return (
    <Fieldset legend="Custom headers">
      {rows.map(({ key, name, isStored }) => (
        <Group key={key} gap="xs" mb="xs" wrap="nowrap">
          <TextInput name="headerName" aria-label="Header name" placeholder="X-Name" defaultValue={name} required />
          <PasswordInput
            name="headerValue"
            aria-label={`Value of ${name || 'the header'}`}
            placeholder={isStored ? 'Unchanged' : 'Value'}
            autoComplete="off"
            style={{ flex: 1 }}
          />
          <ActionIcon
            variant="default"
            aria-label={`Remove the header ${name}`}
            onClick={() => setRows(rows.filter((row) => row.key !== key))}
          >
            <XIcon size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button size="xs" variant="default" leftSection={<PlusIcon size={14} aria-hidden />} onClick={add}>
        Add header
      </Button>
      {error && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {error}
        </Text>
      )}
    </Fieldset>
  );
}

/** Reads the headers of a form. Null for an empty value, which keeps the stored value. */
export function readHeaders(form: FormData) {
  const textsOf = (name: string) => form.getAll(name).map((value) => (typeof value === 'string' ? value.trim() : ''));
  const values = textsOf('headerValue');
  return textsOf('headerName').map((name, index) => ({ name, value: values[index] || null }));
}
