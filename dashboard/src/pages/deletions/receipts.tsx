import { Anchor, Code, Drawer, Table, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { DeletionsDocument, type DeletionPartsFragment } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { DeletionProgress } from '../../components/deletion-progress';
import { Moment } from '../../components/moment';
import { Pager, usePages } from '../../components/pager';
import { Section } from '../../components/section';
import { Receipt, whatWasDeleted } from './receipt';

interface Props {
  readonly projectId: string;
  /** A new value reloads the list. */
  readonly changes: number;
}

/** Lists deletions of the project, newest first, with live progress. */
export function Receipts({ projectId, changes }: Props) {
  const pages = usePages();
  const [openId, setOpen] = useState<string | null>(null);
  const [result, read] = useQuery({
    query: DeletionsDocument,
    variables: { projectId, ...pages.variables, withTotal: pages.number === 1 },
    requestPolicy: 'network-only',
  });
  const again = useCallback(() => read({ requestPolicy: 'network-only' }), [read]);
  useEffect(() => {
    if (changes > 0) again();
  }, [changes, again]);
  return (
    <Section title="Receipts" description="A permanent record of every bulk deletion.">
      <Answer result={result} retry={again}>
        {({ deletions: { edges, pageInfo, totalCount } }) =>
          edges.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing was deleted yet. Every deletion of many memories, from here or from a program, leaves a receipt.
            </Text>
          ) : (
            <>
              <ReceiptTable deletions={edges.map(({ node }) => node)} onEnd={again} open={setOpen} />
              <Pager pages={pages} info={pageInfo} total={totalCount} noun={['deletion', 'deletions']} />
            </>
          )
        }
      </Answer>
      <Drawer opened={openId !== null} onClose={() => setOpen(null)} position="right" size="lg" title="Receipt">
        {openId !== null && <Receipt key={openId} id={openId} />}
      </Drawer>
    </Section>
  );
}

function ReceiptTable({
  deletions,
  onEnd,
  open,
}: {
  deletions: readonly DeletionPartsFragment[];
  onEnd: () => void;
  open: (id: string) => void;
}) {
  return (
    <Table.ScrollContainer minWidth={680}>
      <Table verticalSpacing="xs" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {['What', 'State', 'Filter', 'Came back', 'Asked for'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deletions.map((deletion) => (
            <Table.Tr key={deletion.id}>
              <Table.Td>
                <Anchor component="button" type="button" size="sm" ta="left" onClick={() => open(deletion.id)}>
                  {whatWasDeleted(deletion)}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <DeletionProgress deletion={deletion} onEnd={onEnd} />
              </Table.Td>
              <Table.Td maw={260}>
                <Code style={{ overflowWrap: 'anywhere' }}>{JSON.stringify(deletion.requestedFilter)}</Code>
              </Table.Td>
              <Table.Td>{deletion.restored.toLocaleString()}</Table.Td>
              <Table.Td>
                <Moment at={deletion.requestedAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
