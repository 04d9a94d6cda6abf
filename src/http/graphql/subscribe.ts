import { AsyncResource } from 'node:async_hooks';
import { createSourceEventStream, execute, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createIterator, isPushed, type Push, type PushedIterator, type Sink } from '@memory-gateway/live-log';

/** Result of a subscription: a stream of results, or the errors that prevented it. */
type Subscribed = AsyncIterableIterator<ExecutionResult> | ExecutionResult;

/**
 * Executes each event once for all subscribers with the same document and variables. Access is checked earlier.
 * @param isShared selects events with the same field values for every subscriber
 */
export function sharedEventsPlugin(isShared: (event: object) => boolean): Plugin {
  const share = sharing(isShared);
  return {
    onSubscribe: ({ setSubscribeFn }) =>
      setSubscribeFn(((args: ExecutionArgs) => subscribe(args, share)) as Parameters<typeof setSubscribeFn>[0]),
  };
}

const pushed = new WeakMap<object, PushedIterator<ExecutionResult>>();

/** Returns the stream of the subscription with this context, if its results can be pushed. */
export function pushedResults(contextValue: unknown): PushedIterator<ExecutionResult> | undefined {
  return pushed.get(contextValue as object);
}

const cursors = new WeakMap<object, string>();

/** Returns the cursor of the message behind a result, or null if the message has none. */
export function cursorOf({ data }: ExecutionResult): string | null {
  return (data && cursors.get(data)) ?? null;
}

// A message about skipped events carries the cursor before them, so that a resuming client receives them.
function noteCursor(event: unknown, result: ExecutionResult): ExecutionResult {
  const { cursor, resumeAfter = cursor } = (event ?? {}) as { cursor?: string; resumeAfter?: string };
  if (result.data && typeof resumeAfter === 'string') cursors.set(result.data, resumeAfter);
  return result;
}

type Answer = ExecutionResult | PromiseLike<ExecutionResult>;
type Share = (event: unknown, asked: Asked) => Answer;

interface Asked {
  readonly args: ExecutionArgs;
  readonly key: string;
}

function sharing(isShared: (event: object) => boolean): Share {
  const answers = new WeakMap<object, Map<string, Answer>>();
  return (event, { args, key }) => {
    const answer = () => execute({ ...args, rootValue: event }) as Answer;
    if (typeof event !== 'object' || event === null || !isShared(event)) return answer();
    const known = answers.get(event) ?? new Map<string, Answer>();
    answers.set(event, known);
    const found = known.get(key) ?? answer();
    known.set(key, found);
    return found;
  };
}

// The engine caches parsed documents by text, so equal texts share one document object.
const numbers = new WeakMap<DocumentNode, number>();
let documents = 0;

function keyOf({ document, operationName, variableValues }: ExecutionArgs): string {
  const number = numbers.get(document) ?? (documents += 1);
  numbers.set(document, number);
  return JSON.stringify([number, operationName, variableValues]);
}

async function subscribe(args: ExecutionArgs, share: Share): Promise<Subscribed> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const asked = { args, key: keyOf(args) };
  const events = source[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<ExecutionResult>> => {
    const step = await events.next();
    if (step.done) return { done: true, value: undefined };
    return { done: false, value: noteCursor(step.value, await share(step.value, asked)) };
  };
  const results = createIterator(next, () => events.return?.());
  if (isPushed(events)) {
    const pushTo = (sink: Sink<ExecutionResult>) => pushResults(events, sink, (event) => share(event, asked));
    pushed.set(args.contextValue as object, { ...results, pushTo });
  }
  return results;
}

/** Executes the selection for each pushed event. Pauses the source while a result needs time. */
function pushResults(
  events: PushedIterator<unknown>,
  sink: Sink<ExecutionResult>,
  answer: (event: unknown) => Answer,
): Push {
  // Without it, the statements of a resolver would count as those of the request that caused the event.
  const answerInScope = AsyncResource.bind(answer);
  const push = events.pushTo({
    accept(event) {
      const result = answerInScope(event);
      if (!('then' in result)) return sink.accept(noteCursor(event, result));
      result.then(
        (later) => {
          if (sink.accept(noteCursor(event, later))) push.resume();
        },
        (error: unknown) => sink.end(error),
      );
      return false;
    },
    end: (error) => sink.end(error),
  });
  return push;
}
