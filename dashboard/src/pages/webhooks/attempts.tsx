import { Accordion, Code, Group, Stack, Table, Text } from '@mantine/core';
import { Badge } from '../../components/badge';
import type { WebhookDeliveryPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';
import { toMilliseconds } from '../../components/format';
import { Outcome } from './delivery-table';
import { SignatureCheck } from './signature-check';
import { webhooksTexts as words } from '../../texts/webhooks';

type Attempt = WebhookDeliveryPartsFragment['attempts'][number];
type Headers = Attempt['requestHeaders'];

/** Lists the attempts of a delivery, newest first, each with its request and response. */
export function Attempts({ delivery: { attempts, body } }: { delivery: WebhookDeliveryPartsFragment }) {
  const newest = attempts.at(-1);
  return (
    <section aria-label={words.attempts}>
      <h3>{words.attempts}</h3>
      {!newest && (
        <Text size="sm" c="dimmed">
          {words.noAttempts}
        </Text>
      )}
      {newest && (
        <Accordion key={newest.id} variant="separated" defaultValue={newest.id}>
          {[...attempts].reverse().map((attempt) => (
            <Accordion.Item key={attempt.id} value={attempt.id}>
              <Accordion.Control>
                <Group gap="sm">
                  <Text size="sm" fw={600}>
                    {words.attemptNumber(attempt.attemptNumber)}
                  </Text>
                  {attempt.isReplay && <Badge tone="info">{words.replay}</Badge>}
                  <Outcome {...attempt} />
                  <Text size="sm">{toMilliseconds(attempt.latencyMs)}</Text>
                  <Moment at={attempt.createdAt} hasSeconds />
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <Stack gap="sm">
                  <HeaderTable label={words.requestHeaders} headers={attempt.requestHeaders} />
                  <SignatureCheck headers={attempt.requestHeaders} body={body} />
                  {attempt.responseHeaders && (
                    <HeaderTable label={words.responseHeaders} headers={attempt.responseHeaders} />
                  )}
                  <ResponseBody attempt={attempt} />
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </section>
  );
}

function HeaderTable({ label, headers }: { label: string; headers: Headers }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <Table variant="vertical" layout="fixed" withTableBorder aria-label={label}>
        <Table.Tbody>
          {headers.map(({ name, value }, index) => (
            <Table.Tr key={`${index} ${name}`}>
              <Table.Th w={170} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function ResponseBody({ attempt: { responseBody, responseStatusCode } }: { attempt: Attempt }) {
  if (responseBody)
    return (
      <Code block aria-label={words.responseBody} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {responseBody}
      </Code>
    );
  return (
    <Text size="sm" c="dimmed">
      {responseStatusCode === null ? words.noResponse : words.emptyResponse}
    </Text>
  );
}
