import { Anchor, Badge, Table } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { EntitiesDocument, type EntityPartsFragment, type EntityType } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { addMemorySample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { Moment } from '../../components/moment';
import { Pager, usePages } from '../../components/pager';
import { entityKinds } from './entity-kinds';

interface Props {
  readonly projectId: string | null;
  readonly type: EntityType | null;
  /** Grows when the list must be reloaded. */
  readonly changes: number;
  open(entity: EntityPartsFragment): void;
}

/** Entities, page by page. */
export function EntityList({ projectId, type, changes, open }: Props) {
  const pages = usePages();
  const [result, read] = useQuery({
    query: EntitiesDocument,
    variables: { projectId, type, ...pages.variables, withTotal: true },
    requestPolicy: 'network-only',
  });
  useEffect(() => {
    if (changes > 0) read({ requestPolicy: 'network-only' });
  }, [changes, read]);
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ entities: { edges, pageInfo, totalCount } }) =>
        edges.length === 0 ? (
          <EmptyState
            title={type ? `No ${entityKinds[type].label.toLowerCase()}s yet` : 'No entities yet'}
            sample={addMemorySample(projectId)}
          >
            An entity appears when you add its first memory:
          </EmptyState>
        ) : (
          <>
            <EntityTable entities={edges.map(({ node }) => node)} open={open} />
            <Pager pages={pages} info={pageInfo} total={totalCount} noun={['entity', 'entities']} />
          </>
        )
      }
    </Answer>
  );
}

function EntityTable({ entities, open }: { entities: readonly EntityPartsFragment[]; open: Props['open'] }) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {['Type', 'Id', 'Memories', 'First seen', 'Last active'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entities.map((entity) => (
            <Table.Tr key={entity.type + entity.id}>
              <Table.Td>
                <Badge variant="light" color="gray" tt="none">
                  {entityKinds[entity.type].label}
                </Badge>
              </Table.Td>
              <Table.Td>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  ta="start"
                  onClick={() => open(entity)}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {entity.name}
                </Anchor>
              </Table.Td>
              <Table.Td>{entity.totalMemories.toLocaleString()}</Table.Td>
              <Table.Td>
                <Moment at={entity.createdAt} />
              </Table.Td>
              <Table.Td>
                <Moment at={entity.updatedAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
