import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers of a delivery. */
export interface WebhookHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Seconds that the time of a delivery may differ from this clock. */
const tolerance = 300;

/**
 * Verifies a delivery with the secret of the webhook (`whsec_…`). `body` is the text as it was received, before it is parsed.
 * @returns whether one of the signatures matches and the delivery is at most five minutes old
 */
export function verifyWebhook(secret: string, body: string, headers: WebhookHeaders): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= tolerance)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
