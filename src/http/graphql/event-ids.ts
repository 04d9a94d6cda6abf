import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createIterator } from '@memory-gateway/live-log';
import { cursorOf } from './subscribe.js';

/** A result with its own serializer, which the engine calls. */
interface SerializedResult extends ExecutionResult {
  stringify?(result: ExecutionResult): string;
}

/** Sends each message's cursor as its SSE `id`, so that EventSource clients resume with `Last-Event-ID`. */
export const eventIdPlugin: Plugin = {
  onResultProcess({ result, setResult }) {
    if (isStream(result)) setResult(withEventIds(result));
  },
};

const isStream = (result: object): result is AsyncIterableIterator<ExecutionResult> => Symbol.asyncIterator in result;

function withEventIds(results: AsyncIterable<ExecutionResult>): AsyncIterableIterator<SerializedResult> {
  const source = results[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<SerializedResult>> => {
    const step = await source.next();
    return step.done ? step : { done: false, value: withEventId(step.value) };
  };
  return createIterator(next, () => source.return?.());
}

// The engine writes `data: <text>` and a blank line, so a line break in the text starts the next SSE field.
function withEventId(result: ExecutionResult): SerializedResult {
  const cursor = cursorOf(result);
  if (cursor === null) return result;
  return {
    ...result,
    stringify: ({ data, errors, extensions }) => `${JSON.stringify({ data, errors, extensions })}\nid: ${cursor}`,
  };
}
