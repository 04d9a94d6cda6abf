import { Button } from '@mantine/core';
import { Badge } from '../../components/badge';
import { LogOutIcon } from '../../components/icons';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import {
  EndSessionDocument,
  SessionsDocument,
  type ActiveSessionPartsFragment,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { ListTable } from '../../components/list-table';
import { Pager, usePages } from '../../components/pager';
import { Section } from '../../components/section';
import type { Column } from '../../components/table-model';
import { showFailure, showToast } from '../../components/toast';
import { toUtc } from '../../components/format-date';
import { Moment } from '../../components/moment';
import { useSession } from '../../session/session';
import { texts } from '../../texts';

/** Lists the user's sessions. Signs out this one and ends others. */
export function SessionSection() {
  const { leave } = useSession();
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    await leave();
  };
  const signOut = (
    <Button
      variant="default"
      leftSection={<LogOutIcon size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void end()}
    >
      {texts.sessions.signOut}
    </Button>
  );
  return (
    <Section title={texts.sessions.title} description={texts.sessions.description} actions={signOut}>
      <SessionList />
    </Section>
  );
}

function SessionList() {
  const pages = usePages();
  const [result, read] = useQuery({
    query: SessionsDocument,
    variables: { ...pages.variables, withTotal: pages.number === 1 },
    requestPolicy: 'network-only',
  });
  const again = () => read({ requestPolicy: 'network-only' });
  return (
    <Answer result={result} retry={again}>
      {({ viewer: { sessions } }) => (
        <>
          <ListTable
            label={texts.sessions.title}
            minWidth={560}
            columns={toColumns(again)}
            rows={sessions.edges.map(({ node }) => node)}
            keyOf={({ id }) => id}
          />
          <Pager pages={pages} info={sessions.pageInfo} total={sessions.totalCount} count={texts.sessions.count} />
        </>
      )}
    </Answer>
  );
}

const toColumns = (onEnded: () => void): readonly Column<ActiveSessionPartsFragment>[] => [
  { key: 'device', label: texts.sessions.device, cell: ({ device }) => device ?? texts.sessions.unknownDevice },
  { key: 'started', label: texts.sessions.startedAt, cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { key: 'used', label: texts.sessions.lastUsedAt, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  { key: 'expires', label: texts.sessions.expiresAt, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  {
    key: 'actions',
    label: texts.sessions.actions,
    isLabelHidden: true,
    isNumeric: true,
    width: 130,
    cell: (session) =>
      session.isCurrent ? <Badge>{texts.sessions.current}</Badge> : <EndSession session={session} onEnded={onEnded} />,
  },
];

interface EndProps {
  readonly session: ActiveSessionPartsFragment;
  onEnded(): void;
}

function EndSession({ session: { id, startedAt }, onEnded }: EndProps) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    const { failure } = await runMutation(client, EndSessionDocument, { input: { id } });
    setBusy(false);
    if (failure) showFailure(failure.message);
    else showToast(texts.sessions.ended);
    onEnded();
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      aria-label={texts.sessions.endOf(toUtc(startedAt))}
      onClick={() => void end()}
    >
      {texts.sessions.end}
    </Button>
  );
}
