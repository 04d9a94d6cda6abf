import { Agent, request } from 'node:http';

/** How one request ended. */
export interface Outcome {
  readonly status: number;
  readonly ms: number;
}

export interface Target {
  readonly url: string;
  readonly apiKey: string;
}

let number = 0;

/** An add of a text that was never sent before. */
export const add = () => ({
  path: '/v3/memories/add/',
  body: {
    messages: [
      { role: 'user', content: `Order ${(number += 1)} is a lamp of ${number % 97} watts for room ${number % 89}.` },
    ],
    user_id: `user-${number % 50}`,
    infer: false,
  },
});

/** A page of memories. */
export const read = () => ({ path: '/v3/memories/?page_size=20', body: { filters: { user_id: 'user-1' } } });

/** Makes a sender with connections of its own. Errors of the connection have the status 0. */
function createSender({ url, apiKey }: Target) {
  const agent = new Agent({ keepAlive: true });
  const send = ({ path, body }: { path: string; body: object }): Promise<Outcome> => {
    const payload = JSON.stringify(body);
    const headers = {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
    };
    const begin = performance.now();
    return new Promise((resolve) => {
      const end = (status: number) => resolve({ status, ms: performance.now() - begin });
      request(`${url}${path}`, { agent, method: 'POST', headers }, (response) =>
        response.resume().on('end', () => end(response.statusCode ?? 0)),
      )
        .on('error', () => end(0))
        .end(payload);
    });
  };
  return { send, close: () => agent.destroy() };
}

/** Sends one request after the other, from `clients` clients at a time. */
export async function sendInTurn(
  target: Target,
  { clients, seconds }: { clients: number; seconds: number },
  make: () => { path: string; body: object },
): Promise<Outcome[]> {
  const { send, close } = createSender(target);
  const outcomes: Outcome[] = [];
  const end = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < end) outcomes.push(await send(make()));
  };
  await Promise.all(Array.from({ length: clients }, client));
  close();
  return outcomes;
}

/** Sends requests at a rate, whether or not earlier ones have ended. */
export async function sendAtRate(
  target: Target,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  make: () => { path: string; body: object },
): Promise<Outcome[]> {
  const { send, close } = createSender(target);
  const sent: Promise<Outcome>[] = [];
  const begin = performance.now();
  const total = Math.round(perSecond * seconds);
  while (sent.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) / 1_000) * perSecond) + 1);
    while (sent.length < due) sent.push(send(make()));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const outcomes = await Promise.all(sent);
  close();
  return outcomes;
}

/** The value that this share of a list does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
