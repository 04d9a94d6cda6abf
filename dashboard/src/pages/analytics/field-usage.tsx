import { useState } from 'react';
import { PlainButton } from '../../components/plain-button';
import { FieldUsageDocument, type FieldUsageQuery } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Badge } from '../../components/badge';
import { FilterBar } from '../../components/filter-bar';
import { toCount } from '../../components/format';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Section } from '../../components/section';
import { Segments } from '../../components/segments';
import type { Column } from '../../components/table-model';
import { useUrlFilters } from '../../components/use-url-filters';
import { analyticsTexts as words } from '../../texts/analytics';

type Usage = FieldUsageQuery['fieldUsage'][number];

const days = 30;
const few = 10;
const choices = [
  { value: 'all', label: words.allFields },
  { value: 'deprecated', label: words.deprecatedFields },
];

/** Shows which fields of the GraphQL schema clients select, so that an admin can tell whether a deprecated one may go. */
export function FieldUsage() {
  const { params, change } = useUrlFilters();
  const [showsAll, setShowsAll] = useState(false);
  const deprecatedOnly = params.get('fields') === 'deprecated';
  const [result, read] = useFreshQuery(FieldUsageDocument, { days, field: params.get('field'), deprecatedOnly });
  return (
    <Section
      title={words.fieldUsage}
      description={words.fieldUsageHint(days)}
      actions={
        <Segments
          label={words.fieldUsage}
          choices={choices}
          value={deprecatedOnly ? 'deprecated' : 'all'}
          onChange={(fields) => change({ fields })}
        />
      }
    >
      <FilterBar fields={[{ name: 'field', label: words.field, hint: words.fieldExample }]} />
      <Answer result={result} retry={read}>
        {({ fieldUsage: rows }) =>
          rows.length === 0 ? (
            <p className="t3">{deprecatedOnly ? words.noDeprecatedFields : words.noFieldUsage}</p>
          ) : (
            <>
              <ListTable
                label={words.fieldUsage}
                minWidth={620}
                columns={columns}
                rows={showsAll ? rows : rows.slice(0, few)}
                keyOf={({ field }) => field}
              />
              {rows.length > few && (
                <PlainButton
                  look="ghost sm"
                  label={showsAll ? words.showFewer : words.showAllCount(rows.length)}
                  onClick={() => setShowsAll(!showsAll)}
                />
              )}
            </>
          )
        }
      </Answer>
    </Section>
  );
}

const clientsShown = 3;

function toClientList(clients: Usage['clients']): string {
  const names = clients
    .slice(0, clientsShown)
    .map(({ client, operationCount }) => `${client} ${toCount(operationCount)}`);
  const more = clients.length - names.length;
  return [...names, ...(more > 0 ? [words.moreClients(more)] : [])].join(', ');
}

const columns: readonly Column<Usage>[] = [
  {
    key: 'field',
    label: words.field,
    style: breakAnywhere,
    cell: ({ field, deprecationReason }) => (
      <>
        <span className="mono">{field}</span>{' '}
        {deprecationReason !== null && (
          <span title={deprecationReason}>
            <Badge>{words.deprecated}</Badge>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'operations',
    label: words.operations,
    isNumeric: true,
    cell: ({ operationCount }) => toCount(operationCount),
  },
  { key: 'clients', label: words.clients, style: breakAnywhere, cell: ({ clients }) => toClientList(clients) },
  { key: 'lastDay', label: words.lastUse, cell: ({ days: used }) => used.at(-1)?.day ?? words.never },
];
