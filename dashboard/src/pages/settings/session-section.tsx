import { Badge, Button, Table } from '@mantine/core';
import { LogOutIcon } from 'lucide-react';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import {
  EndSessionDocument,
  SessionsDocument,
  type ActiveSessionPartsFragment,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { Pager, usePages } from '../../components/pager';
import { Section } from '../../components/section';
import { showFailure, showToast } from '../../components/toast';
import { UtcTime, toUtc } from '../../components/utc-time';
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
          <Table.ScrollContainer minWidth={560}>
            <Table verticalSpacing="xs" aria-label={texts.sessions.title}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{texts.sessions.startedAt}</Table.Th>
                  <Table.Th>{texts.sessions.lastUsedAt}</Table.Th>
                  <Table.Th>{texts.sessions.expiresAt}</Table.Th>
                  <Table.Th w={130}>
                    <span className="vh">{texts.sessions.actions}</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {sessions.edges.map(({ node }) => (
                  <SessionRow key={node.id} session={node} onEnded={again} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Pager pages={pages} info={sessions.pageInfo} total={sessions.totalCount} noun={['session', 'sessions']} />
        </>
      )}
    </Answer>
  );
}

interface RowProps {
  readonly session: ActiveSessionPartsFragment;
  onEnded(): void;
}

function SessionRow({ session: { id, startedAt, lastUsedAt, expiresAt, isCurrent }, onEnded }: RowProps) {
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
    <Table.Tr>
      <Table.Td>
        <UtcTime at={startedAt} />
      </Table.Td>
      <Table.Td>
        <UtcTime at={lastUsedAt} />
      </Table.Td>
      <Table.Td>
        <UtcTime at={expiresAt} />
      </Table.Td>
      <Table.Td ta="right">
        {isCurrent ? (
          <Badge variant="light" tt="none">
            {texts.sessions.current}
          </Badge>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            aria-label={texts.sessions.endOf(toUtc(startedAt))}
            onClick={() => void end()}
          >
            {texts.sessions.end}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
