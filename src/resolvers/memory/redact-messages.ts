import {
  listPassages,
  redactContinued,
  redactCorrection,
  redactInSteps,
  removeLikely,
  runInSlices,
  startSlices,
  weighMessage,
  withReadings,
  type Steps,
  type WeighedMessage,
} from '@memory-gateway/memory-engine';
import type { TextMessage } from '@memory-gateway/extraction';
import type { Services } from '../../context.js';
import { readSecretWeights } from './secret-weights.js';

/** Parts of messages that the embedding model reads for one request, which takes some 20 ms each. The weights of words judge the others. */
const passagesMax = 100;

/**
 * Redacts secrets. A short answer to "What is your PIN?" is one, and what follows "My PIN is" in the next message of its speaker. Rules find most; weights of words and the reader of
 * the embedding model find more. `earlier` is the message before them, of another request. Lets other work have its turn meanwhile.
 */
export async function redactMessages(
  { embedder }: Pick<Services, 'embedder'>,
  messages: readonly TextMessage[],
  earlier?: TextMessage,
): Promise<TextMessage[]> {
  const readOdds = createOddsReader(embedder);
  const given = messages.map((message, index) => ({
    said: message.content,
    message,
    before: index === 0 ? earlier : messages[index - 1],
  }));
  const once = await redactAll(given, readOdds);
  // Beside a secret that is found, another is more likely: "it is now [secret removed] instead of Gull77".
  const changed = given.flatMap((one, index) => {
    const said = once[index] ?? '';
    return said === one.said ? [] : [{ ...one, said, index }];
  });
  const twice = await redactAll(changed, readOdds);
  changed.forEach(({ index }, place) => (once[index] = twice[place] ?? ''));
  return runInSlices(redactCorrections(messages, once, earlier));
}

type ReadOdds = (message: WeighedMessage) => Promise<WeighedMessage['odds']>;

/**
 * Returns a function that asks the reader of the embedding model about words that may be secrets. Without one, their odds stay. One passage after the other, so that searches of others have
 * their turn between two.
 */
function createOddsReader(embedder: Services['embedder']): ReadOdds {
  let count = 0;
  return async (message) => {
    const passages = embedder?.readSecrets ? listPassages(message).slice(0, passagesMax - count) : [];
    count += passages.length;
    const readings: (readonly number[])[] = [];
    for (const passage of passages) {
      // What words tell without the model must not wait for its repair.
      const odds = await embedder?.readSecrets?.(passage).catch(() => null);
      readings.push(odds ?? []);
    }
    return withReadings(message, passages, readings);
  };
}

interface Said {
  readonly said: string;
  readonly message: TextMessage;
  readonly before: TextMessage | undefined;
}

/** Removes what rules, weights of words and the reader find. */
async function redactAll(given: readonly Said[], readOdds: ReadOdds): Promise<string[]> {
  const weighed = await runInSlices(weighAll(given));
  const redacted: string[] = [];
  const pause = startSlices();
  for (const message of weighed) {
    redacted.push(removeLikely(message, await readOdds(message)));
    const turn = pause();
    if (turn) await turn;
  }
  return redacted;
}

function* weighAll(given: readonly Said[]): Steps<WeighedMessage[]> {
  const weighed: WeighedMessage[] = [];
  for (const { said, message, before } of given) {
    const isContinued = before !== undefined && before.role === message.role && before.name === message.name;
    const redacted = isContinued
      ? yield* redactContinued(said, before.content)
      : yield* redactInSteps(said, before?.content);
    weighed.push(
      yield* weighMessage({ said, redacted, before: before?.content ?? null, learned: readSecretWeights() }),
    );
  }
  return weighed;
}

interface Turn {
  readonly index: number;
  readonly redacted: readonly TextMessage[];
  readonly earlier: TextMessage | undefined;
}

/** Returns what the speaker of a message said last, before or after one message of another speaker. */
function findOwn(messages: readonly TextMessage[], { index, redacted, earlier }: Turn) {
  const { role, name } = messages[index] ?? {};
  const isOwn = (other: TextMessage | undefined) => other?.role === role && other?.name === name;
  const at = [index - 1, index - 2].find((each) => isOwn(messages[each]));
  if (at !== undefined) return { said: messages[at]?.content ?? '', redacted: redacted[at]?.content ?? '' };
  return index === 0 && isOwn(earlier) ? { said: earlier?.content ?? '', redacted: earlier?.content ?? '' } : null;
}

/** Redacts what a later message says of a secret: "no, 4471". */
function* redactCorrections(
  messages: readonly TextMessage[],
  contents: readonly string[],
  earlier: TextMessage | undefined,
): Steps<TextMessage[]> {
  const redacted: TextMessage[] = [];
  for (const [index, message] of messages.entries()) {
    const content = contents[index] ?? '';
    const own = findOwn(messages, { index, redacted, earlier });
    redacted.push({ ...message, content: own === null ? content : yield* redactCorrection(content, own) });
  }
  return redacted;
}
