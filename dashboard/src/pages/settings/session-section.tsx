import { Button } from '@mantine/core';
import { Badge } from '../../components/badge';
import { LogOutIcon } from '../../components/icons';
import { useState } from 'react';
import { EndSessionDocument, SessionsDocument, type ActiveSessionPartsFragment } from '../../api/graphql';
import { ListTable } from '../../components/list-table';
import { PagedList, useListQuery } from '../../components/paged-list';
import { Section } from '../../components/section';
import type { Column } from '../../components/table-model';
import { useAct } from '../../components/use-act';
import { toUtc } from '../../components/format-date';
import { Moment } from '../../components/moment';
import { useSession } from '../../session/session';
import { settingsTexts } from '../../texts/settings';

const words = settingsTexts.sessions;

/** Lists the user's sessions. Signs out this one and ends others. */
export function SessionSection() {
  const { leave } = useSession();
  const [isBusy, setBusy] = useState(false);
  const query = useListQuery(SessionsDocument, {}, ({ viewer }) => viewer.sessions);
  const end = async () => {
    setBusy(true);
    await leave();
  };
  const signOut = (
    <Button variant="default" leftSection={<LogOutIcon size={16} />} loading={isBusy} onClick={() => void end()}>
      {words.signOut}
    </Button>
  );
  return (
    <Section title={words.title} description={words.description} actions={signOut}>
      <PagedList query={query} count={words.count} empty={null}>
        {(rows) => <ListTable label={words.title} minWidth={560} columns={toColumns(query.again)} rows={rows} />}
      </PagedList>
    </Section>
  );
}

const toColumns = (onEnded: () => void): readonly Column<ActiveSessionPartsFragment>[] => [
  {
    key: 'device',
    label: words.device,
    cell: ({ device }) => device ?? words.unknownDevice,
  },
  { key: 'started', label: words.startedAt, cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { key: 'used', label: settingsTexts.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  { key: 'expires', label: settingsTexts.expires, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  {
    key: 'actions',
    label: settingsTexts.actions,
    isLabelHidden: true,
    isNumeric: true,
    width: 130,
    cell: (session) =>
      session.isCurrent ? <Badge>{words.current}</Badge> : <EndSession session={session} onEnded={onEnded} />,
  },
];

interface EndProps {
  readonly session: ActiveSessionPartsFragment;
  onEnded(): void;
}

function EndSession({ session: { id, startedAt }, onEnded }: EndProps) {
  const act = useAct();
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    await act(EndSessionDocument, { id }, words.ended);
    setBusy(false);
    onEnded();
  };
  return (
    <Button variant="default" loading={isBusy} aria-label={words.endOf(toUtc(startedAt))} onClick={() => void end()}>
      {words.end}
    </Button>
  );
}
