import { Accordion, Button, Code, Group, PasswordInput, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { WebhookDeliveryPartsFragment } from '../../api/graphql';
import { Badge } from '../../components/badge';
import { toMilliseconds } from '../../components/format';
import { Moment } from '../../components/moment';
import { webhooksTexts as words } from '../../texts/webhooks';
import { Outcome } from './delivery-table';
import { verifySignature, type SignatureResult } from './verify-signature';

type Attempt = WebhookDeliveryPartsFragment['attempts'][number];
type Headers = Attempt['requestHeaders'];

/** Lists the attempts of a delivery, newest first, each with its request and response. */
export function Attempts({ delivery: { attempts, body } }: { delivery: WebhookDeliveryPartsFragment }) {
  const newest = attempts.at(-1);
  return (
    <section aria-label={words.attempts}>
      <h3>{words.attempts}</h3>
      {!newest && <p className="t3">{words.noAttempts}</p>}
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
                  <p>{toMilliseconds(attempt.latencyMs)}</p>
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
  return <p className="t3">{responseStatusCode === null ? words.noResponse : words.emptyResponse}</p>;
}

const results: Record<SignatureResult, { text: string; color: string }> = {
  MATCH: { text: words.signature.match, color: 'teal' },
  MISMATCH: { text: words.signature.mismatch, color: 'red' },
  UNAVAILABLE: { text: words.signature.unavailable, color: 'orange' },
};

interface Props {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
}

/** Verifies a request's signature in the browser with a pasted secret, which stays in the browser. */
function SignatureCheck({ headers, body }: Props) {
  const [secret, setSecret] = useState('');
  const [result, setResult] = useState<SignatureResult | null>(null);
  if (!headers.some(({ name }) => name === 'webhook-signature')) return null;
  const check = async () => setResult(await verifySignature(secret.trim(), headers, body));
  return (
    <div>
      <Group gap="xs" align="flex-end">
        <PasswordInput
          label={words.checkTheSignature}
          placeholder={words.whsec}
          autoComplete="off"
          value={secret}
          onChange={(event) => {
            setSecret(event.currentTarget.value);
            setResult(null);
          }}
          style={{ flex: 1 }}
        />
        <Button variant="default" disabled={secret.trim() === ''} onClick={() => void check()}>
          {words.check}
        </Button>
      </Group>
      {result && (
        <Text size="sm" role="status" c={results[result].color} mt={4}>
          {results[result].text}
        </Text>
      )}
    </div>
  );
}
