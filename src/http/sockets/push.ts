import type { ExecutionResult } from 'graphql';
import { createIterator, type PushedIterator } from '@memory-gateway/live-log';
import type { SendText } from './socket-server.js';

interface SocketPush {
  readonly id: string;
  readonly send: SendText;
  /** Prepares a result, and the error that ends the stream, for the client. */
  readonly present: (result: ExecutionResult) => object;
  readonly mask: (error: unknown) => Error;
}

/**
 * Sends each result as a `next` message of graphql-transport-ws. A result that many subscribers share is serialized
 * once. The returned iterator has no items: it ends with the stream, so that the protocol sends the last message.
 */
export function pushToSocket(
  results: PushedIterator<ExecutionResult>,
  { id, send, present, mask }: SocketPush,
): AsyncIterableIterator<ExecutionResult> {
  const start = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  let begun: Promise<void> | null = null;
  const run = () =>
    new Promise<void>((resolve, reject) => {
      const push = results.pushTo({
        accept(result) {
          const pause = send(`${start}${serialize(result, present)}}`);
          if (!pause) return true;
          void pause.then(() => push.resume());
          return false;
        },
        end: (error) => (error === undefined ? resolve() : reject(mask(error))),
      });
    });
  const next = async (): Promise<IteratorResult<ExecutionResult>> => {
    await (begun ??= run());
    return { done: true, value: undefined };
  };
  return createIterator(next, () => results.return?.());
}

const texts = new WeakMap<ExecutionResult, string>();

function serialize(result: ExecutionResult, present: SocketPush['present']): string {
  const known = texts.get(result);
  if (known !== undefined) return known;
  const text = JSON.stringify(present(result));
  // Errors are presented with the id of the subscriber's own request.
  if (!result.errors) texts.set(result, text);
  return text;
}
