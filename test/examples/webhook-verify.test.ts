import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../examples/webhooks/verify.js';
import { newSigningSecret, signatureHeader } from '../../src/webhooks/signature.js';

const example = (name: string) => fileURLToPath(new URL(`../../examples/webhooks/${name}`, import.meta.url));
const hasProgram = (name: string, argument: string) => spawnSync(name, [argument]).status === 0;

const [secret, other] = [newSigningSecret(), newSigningSecret()];
const body = '{"event_details":{"memory":"Ada lives in Lisbon – 里斯本"}}';

/** A delivery that was signed `age` seconds ago. */
function delivery({ age = 0, secrets = [secret], sent = body } = {}) {
  const timestamp = Math.floor(Date.now() / 1_000) - age;
  const signature = signatureHeader(secrets, { id: 'msg_1', timestamp, body });
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
  return { secret, body: sent, headers };
}

const deliveries = [
  delivery(),
  delivery({ secrets: [other, secret] }),
  delivery({ secrets: [other] }),
  delivery({ sent: body.replace('Lisbon', 'Porto') }),
  delivery({ age: 3_600 }),
  { ...delivery(), headers: { ...delivery().headers, 'webhook-id': 'msg_2' } },
];
const expected = [true, true, false, false, false, false];

describe('the examples that verify webhooks', () => {
  it('accept our deliveries and refuse others in TypeScript', () => {
    expect(deliveries.map((each) => verifyWebhook(each.secret, each.body, each.headers))).toEqual(expected);
  });

  it.skipIf(!hasProgram('python3', '--version'))('and in Python', () => {
    const printed = execFileSync('python3', [example('verify.py')], {
      input: JSON.stringify(deliveries),
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual(expected);
  });

  it.skipIf(!hasProgram('go', 'version'))('and in Go', { timeout: 60_000 }, () => {
    const printed = execFileSync('go', ['run', example('verify.go')], {
      input: JSON.stringify(deliveries),
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual(expected);
  });
});
