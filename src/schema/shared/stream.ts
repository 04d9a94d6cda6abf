import type { DroppedFrame } from '@memory-gateway/live-log';
import { builder } from '../builder.js';

const DropReason = builder.enumType('StreamDropReason', {
  description: 'Why a stream skipped messages.',
  values: {
    SLOW_SUBSCRIBER: {
      description: 'The subscriber read too slowly. Subscribe again with `after: resumeAfter` to receive the messages.',
    },
    EXPIRED: {
      description:
        'The server no longer stores all messages after the cursor. The stream continues with the oldest stored message.',
    },
  } as const,
});

export const streamAfter = {
  description:
    'Cursor of the last message that you processed: the stream starts after it. ' +
    'The header `Last-Event-ID` takes precedence.',
} as const;

export const streamCursor = { description: 'Cursor of this message. Pass it as `after` to resume.' } as const;

/** Defines the message that reports skipped messages of a stream. */
export function droppedType<Name extends string>(name: Name, noun: string) {
  return builder.objectRef<DroppedFrame>(name).implement({
    description: `Reports ${noun} that the stream skipped.`,
    fields: (t) => ({
      reason: t.expose('reason', { type: DropReason, description: 'Why the stream skipped them.' }),
      droppedCount: t.intOrNull(
        'count',
        `Number of ${noun} that the stream skipped. Null if the server no longer stores them.`,
      ),
      resumeAfter: t.exposeString('resumeAfter', {
        description: `Cursor to resume from: before the skipped ${noun} or, after \`EXPIRED\`, before the oldest stored message.`,
      }),
    }),
  });
}
