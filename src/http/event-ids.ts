import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { cursorOf } from './graphql-subscribe.js';

/** A result that serializes itself; the engine asks for this method. */
interface SerializedResult extends ExecutionResult {
  stringify?(result: ExecutionResult): string;
}

/**
 * Sends the cursor of each message as the `id` of its server-sent event. A client that reconnects with the header
 * `Last-Event-ID`, as EventSource does, resumes after it.
 */
export const eventIdPlugin: Plugin = {
  onResultProcess({ result, setResult }) {
    if (isStream(result)) setResult(withEventIds(result));
  },
};

const isStream = (result: object): result is AsyncIterableIterator<ExecutionResult> => Symbol.asyncIterator in result;

function withEventIds(results: AsyncIterable<ExecutionResult>): AsyncIterableIterator<SerializedResult> {
  const source = results[Symbol.asyncIterator]();
  return {
    async next() {
      const step = await source.next();
      return step.done ? step : { done: false, value: withEventId(step.value) };
    },
    async return() {
      await source.return?.();
      return { done: true, value: undefined };
    },
    async throw(error: unknown) {
      await source.return?.();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

// The engine writes `data: <text>` and an empty line, so a line of the text is a field of the event.
function withEventId(result: ExecutionResult): SerializedResult {
  const cursor = cursorOf(result);
  if (cursor === null) return result;
  return {
    ...result,
    stringify: ({ data, errors, extensions }) => `${JSON.stringify({ data, errors, extensions })}\nid: ${cursor}`,
  };
}
