import { Fragment } from 'react';
import { Moment } from '../../components/moment';
import { memoryTexts } from '../../texts/memory';
import type { ShownMemory } from './shown-memory';
import { toMarkedSentences } from './source-sentences';

interface SourceMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string;
}

/** Shows the source messages of a memory and marks the sentences that its words come from. */
export function MemorySource({ memory }: { memory: ShownMemory }) {
  const sources = memory.history.flatMap(({ input, createdAt, newText, id }) =>
    toMessages(input).map((message) => ({ message, createdAt, id, text: newText ?? memory.text })),
  );
  return (
    <section className="card" aria-label={memoryTexts.source}>
      <header>
        <h2 className="grow">{memoryTexts.source}</h2>
      </header>
      <div style={{ padding: '8px 0 10px' }}>
        {sources.length === 0 && (
          <p className="t2" style={{ padding: '4px 16px' }}>
            {memoryTexts.noSource}
          </p>
        )}
        {sources.map(({ message, createdAt, id, text }, index) => (
          <div key={`${id} ${index}`} className="msg hit">
            <span className="who">
              <bdi>{message.name ?? toRole(message.role)}</bdi>
            </span>
            <div>
              <p dir="auto">
                {toMarkedSentences(message.content, text).map(({ sentence, isMarked }, part) =>
                  isMarked ? <mark key={part}>{sentence}</mark> : <Fragment key={part}>{sentence}</Fragment>,
                )}
              </p>
              <span className="meta t3">
                <Moment at={createdAt} />
              </span>
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

const toRole = (role: string) => role.slice(0, 1).toUpperCase() + role.slice(1).toLowerCase();

// Skips messages that clients stored before the format was validated.
function toMessages(input: unknown): SourceMessage[] {
  if (!Array.isArray(input)) return [];
  return input.filter(
    (message: unknown): message is SourceMessage =>
      typeof message === 'object' &&
      message !== null &&
      'content' in message &&
      typeof message.content === 'string' &&
      'role' in message &&
      typeof message.role === 'string',
  );
}
