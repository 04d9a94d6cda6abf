import { Alert, Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import {
  ReplayWebhookDeliveryDocument,
  WebhookDeliveryDocument,
  type WebhookDeliveryPartsFragment,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { Json } from '../../components/facts';
import { Moment } from '../../components/moment';
import { Attempts } from './attempts';
import { DeliveryState } from './delivery-table';
import { wireName } from './event-types';
import { showToast } from '../../components/toast';
import { webhooksTexts as words } from '../../texts/webhooks';

interface Props {
  readonly id: string;
  /** Latest state, if an attempt has ended since the page was opened. */
  readonly live: WebhookDeliveryPartsFragment | undefined;
  readonly canReplay: boolean;
  onReplayed(): void;
}

/** Shows a delivery with every attempt and response, and sends it again. */
export function DeliveryDetails({ id, live, canReplay, onReplayed }: Props) {
  const [result, read] = useQuery({ query: WebhookDeliveryDocument, variables: { id }, requestPolicy: 'network-only' });
  const again = () => read({ requestPolicy: 'network-only' });
  return (
    <Answer result={result} retry={again}>
      {({ webhookDelivery: asRead }) => {
        const delivery = live && live.attempts.length >= asRead.attempts.length ? live : asRead;
        return (
          <Stack>
            <Facts delivery={delivery} />
            <Replay id={id} canReplay={canReplay} onReplayed={() => (again(), onReplayed())} />
            <Attempts delivery={delivery} />
            <section aria-label={words.message}>
              <Title order={2} mb="xs">
                {words.message}
              </Title>
              <Json value={delivery.payload} label={words.message} />
            </section>
          </Stack>
        );
      }}
    </Answer>
  );
}

function Facts({ delivery }: { delivery: WebhookDeliveryPartsFragment }) {
  const rows: [string, React.ReactNode][] = [
    ['Event', wireName(delivery.eventType)],
    [
      'State',
      <Group key="state" gap="xs">
        <DeliveryState status={delivery.status} />
        {delivery.replayCount > 0 && <Badge color="grape">{words.replayedReplayCount(delivery.replayCount)}</Badge>}
      </Group>,
    ],
    ['Message id', <CopyableId key="id" id={delivery.messageId} what={words.idOfTheMessage} />],
    ['Happened', <Moment key="created" at={delivery.createdAt} />],
    ['Delivered', <Moment key="delivered" at={delivery.deliveredAt} never="not yet" />],
    ['Next attempt', <Moment key="next" at={delivery.nextAttemptAt} never="none" />],
  ];
  return (
    <Table variant="vertical" withTableBorder>
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th w={120}>{label}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Replay({ id, canReplay, onReplayed }: Omit<Props, 'live'>) {
  const client = useClient();
  const [message, setMessage] = useState<string | null>(null);
  const replay = async () => {
    const { failure } = await runMutation(client, ReplayWebhookDeliveryDocument, { input: { id } });
    setMessage(failure?.message ?? null);
    if (failure) return;
    showToast(words.resending);
    onReplayed();
  };
  return (
    <>
      {message && (
        <Alert color="red" role="alert">
          {message}
        </Alert>
      )}
      <Group>
        <Button size="xs" disabled={!canReplay} onClick={() => void replay()}>
          {words.resend}
        </Button>
        {!canReplay && (
          <Text size="sm" c="dimmed">
            {words.resendWhenActive}
          </Text>
        )}
      </Group>
    </>
  );
}
