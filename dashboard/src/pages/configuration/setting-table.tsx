import { Table, Text } from '@mantine/core';
import { fieldsOf, providerNames, type BlockName, type ModelBlock, type Setting } from './model-block';
import { SourceBadge } from './source-line';

/** Shows the settings of a model, read-only. */
export function SettingTable({ name, block }: { name: BlockName; block: ModelBlock }) {
  const labels = new Map([
    ['provider', 'Provider'],
    ...fieldsOf[name].map((field) => [field.name, field.label] as const),
  ]);
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Setting</Table.Th>
          <Table.Th>Value</Table.Th>
          <Table.Th>Source</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {block.settings.map((setting) => (
          <Table.Tr key={setting.name}>
            <Table.Td>{labels.get(setting.name) ?? setting.name}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{shown(setting)}</Table.Td>
            <Table.Td>
              <SourceBadge source={setting.source} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function shown({ name, isSecret, isSet, value }: Setting) {
  if (!isSet)
    return (
      <Text span size="sm" c="dimmed">
        not set
      </Text>
    );
  if (isSecret)
    return (
      <Text span size="sm" c="dimmed">
        set, never shown
      </Text>
    );
  const text = String(value);
  return name === 'provider' ? (providerNames[text] ?? text) : text;
}
