import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { DeletionDocument, type DeletionPartsFragment } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { StateBadge } from '../../components/event-state';
import { Facts, Json } from '../../components/facts';
import { Moment } from '../../components/moment';
import { deletionsTexts as words } from '../../texts/deletions';
import { locale } from '../../texts/locale';

const kinds: Readonly<Record<DeletionPartsFragment['kind'], string>> = {
  ENTITY: 'An entity',
  MEMORIES: 'Memories',
  ORGANIZATION: 'An organization',
  PROJECT: 'A project',
};

/** Describes the target of a deletion. */
export const whatWasDeleted = ({ kind }: Pick<DeletionPartsFragment, 'kind'>): string => kinds[kind];

/** Shows the receipt of a deletion. */
export function Receipt({ id }: { id: string }) {
  const [result, read] = useQuery({ query: DeletionDocument, variables: { id }, requestPolicy: 'network-only' });
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ deletion }) => (
        <Stack>
          {deletion.error && <Alert color={deletion.status === 'FAILED' ? 'red' : 'gray'}>{deletion.error}</Alert>}
          <Facts rows={factsOf(deletion)} labelWidth={130} />
          <Text size="sm" c="dimmed">
            {words.digestHint}
          </Text>
        </Stack>
      )}
    </Answer>
  );
}

function factsOf(deletion: DeletionPartsFragment): [string, React.ReactNode][] {
  return [
    ['ID', <CopyableId key="id" id={deletion.id} what={words.idOfTheDeletion} />],
    ['What', whatWasDeleted(deletion)],
    ['Filter', <Json key="filter" value={deletion.requestedFilter} label={words.filter} />],
    ['State', <StateBadge key="state" status={deletion.status} />],
    ['Memories', deletion.total.toLocaleString(locale)],
    ['Removed', deletion.removed.toLocaleString(locale)],
    ['Came back', deletion.restored.toLocaleString(locale)],
    ['Asked for by', deletion.requestedBy],
    ['Asked for', <Moment key="requested" at={deletion.requestedAt} />],
    ['Undo until', <Moment key="undo" at={deletion.undoUntil} />],
    ['Ended', <Moment key="finished" at={deletion.finishedAt} never="not yet" />],
    ['Digest', deletion.digest === null ? '–' : <CopyableId key="digest" id={deletion.digest} what={words.digest} />],
  ];
}
