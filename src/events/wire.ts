import type { BusMessages, BusTopic } from './types.js';

export interface Envelope<Topic extends BusTopic = BusTopic> {
  /** Id of the sending process, which has already called its own listeners. */
  readonly from: string;
  readonly topic: Topic;
  readonly message: BusMessages[Topic];
}

/** Stays below the NOTIFY limit of 7,999 bytes. */
export const payloadBytesMax = 7_500;

const topics: Readonly<Record<Exclude<BusTopic, 'messagesLost'>, true>> = {
  requestLogged: true,
  memoryChanged: true,
  profileChanged: true,
  projectChanged: true,
  eventChanged: true,
  credentialChanged: true,
  jobQueued: true,
  webhookQueued: true,
  webhookDeleted: true,
  webhookDelivered: true,
  auditLogged: true,
  configurationChanged: true,
};

/** Serializes a message into one payload, or several if its ids must be split. @throws Error if it cannot be split */
export function toPayloads(envelope: Envelope): string[] {
  const payload = JSON.stringify(envelope);
  if (Buffer.byteLength(payload) <= payloadBytesMax) return [payload];
  const { message } = envelope;
  if (!('memoryIds' in message) || message.memoryIds.length < 2)
    throw new Error(`A ${envelope.topic} message is too large for the bus.`);
  const middle = Math.ceil(message.memoryIds.length / 2);
  const halves = [message.memoryIds.slice(0, middle), message.memoryIds.slice(middle)];
  return halves.flatMap((memoryIds) => toPayloads({ ...envelope, message: { ...message, memoryIds } }));
}

/** Parses a payload. Returns null if no process of this version sent it. */
export function fromPayload(payload: string): Envelope | null {
  try {
    const value = JSON.parse(payload) as Partial<Envelope> | null;
    if (typeof value?.from !== 'string' || typeof value.topic !== 'string' || !Object.hasOwn(topics, value.topic))
      return null;
    return value.message instanceof Object ? (value as Envelope) : null;
  } catch {
    return null;
  }
}
