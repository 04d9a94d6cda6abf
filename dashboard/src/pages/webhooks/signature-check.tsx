import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { verifySignature, type SignatureResult } from './verify-signature';
import { webhooksTexts as words } from '../../texts/webhooks';

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
export function SignatureCheck({ headers, body }: Props) {
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
