import { Text } from '@mantine/core';
import { breakAnywhere, ListTable } from '../../components/list-table';
import type { Column } from '../../components/table-model';
import { fieldsOf, providerNames, type BlockName, type ModelBlock, type Setting } from './model-block';
import { SourceBadge } from './source-line';
import { configurationTexts as words } from '../../texts/configuration';

const titles: Readonly<Record<BlockName, string>> = { llm: words.languageModel, embedder: words.embeddingModel };

/** Shows the settings of a model, read-only. */
export function SettingTable({ name, block }: { name: BlockName; block: ModelBlock }) {
  const labels = new Map([
    ['provider', words.provider],
    ...fieldsOf[name].map((field) => [field.name, field.label] as const),
  ]);
  const columns: readonly Column<Setting>[] = [
    { key: 'setting', label: words.setting, cell: ({ name }) => labels.get(name) ?? name },
    { key: 'value', label: words.value, style: breakAnywhere, cell: shown },
    { key: 'source', label: words.source, cell: ({ source }) => <SourceBadge source={source} /> },
  ];
  return (
    <ListTable label={titles[name]} minWidth={320} columns={columns} rows={block.settings} keyOf={(row) => row.name} />
  );
}

function shown({ name, isSecret, isSet, value }: Setting) {
  if (!isSet)
    return (
      <Text span size="sm" c="dimmed">
        {words.notSet}
      </Text>
    );
  if (isSecret)
    return (
      <Text span size="sm" c="dimmed">
        {words.setNeverShown}
      </Text>
    );
  const text = String(value);
  return name === 'provider' ? (providerNames[text] ?? text) : text;
}
