import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLField,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';

interface Described {
  /** `Type`, `Type.field`, `Type.field(argument)` or `Enum.VALUE`. */
  readonly place: string;
  readonly text: string;
}

const described = Object.values(buildSchema().getTypeMap()).flatMap((type): Described[] => {
  if (type.name.startsWith('__') || isSpecifiedScalarType(type)) return [];
  const own = { place: type.name, text: type.description ?? '' };
  if (isEnumType(type))
    return [
      own,
      ...type.getValues().map(({ name, description }) => ({ place: `${type.name}.${name}`, text: description ?? '' })),
    ];
  if (isInputObjectType(type))
    return [own, ...Object.values(type.getFields()).map((field) => ofField(type.name, field))];
  if (!isObjectType(type) && !isInterfaceType(type)) return [own];
  return [
    own,
    ...Object.values(type.getFields()).flatMap((field: GraphQLField<unknown, unknown>) => [
      ofField(type.name, field),
      ...field.args.map((arg) => ({ place: `${type.name}.${field.name}(${arg.name})`, text: arg.description ?? '' })),
    ]),
  ];
});

function ofField(type: string, { name, description }: { name: string; description?: string | null | undefined }) {
  return { place: `${type}.${name}`, text: description ?? '' };
}

/** The only texts that several places share, because pages, mutations, lists and streams have them in common. */
const shared = [
  'Cursor of the item. Pass it as `after` or `before` to continue from here.',
  'Items of this page, each with its cursor.',
  'Items of this page, without cursors.',
  'The item of this edge.',
  'Cursors and flags for requesting the next or previous page.',
  'Number of items of all pages, counted if selected.',
  'Number of items from the start, 1 to 100. Default: 20.',
  'Number of items from the end, 1 to 100.',
  'Returns items after this cursor.',
  'Returns items before this cursor.',
  'Key for a safe retry. See `Mutation`.',
  "ID of the project. Default: the API key's project, or your default project.",
  'Returns only memories that match this filter.',
  'Returns only requests of this project.',
  'Returns only deliveries that match this filter.',
  'Returns only requests that match this filter.',
  'Includes expired memories.',
  'Includes memories that were merged into others.',
  'Omits superseded memories.',
  'Email address of an existing user.',
  'Cursor of this message. Pass it as `after` to resume.',
  'Why the stream skipped them.',
  'Cursor of the last message that you processed: the stream starts after it. The header `Last-Event-ID` takes precedence.',
  'Error message for people, in English.',
  'Error code for programs.',
  'Union of the payload and the errors that the client can handle.',
  'The payload, or an `Error` of the mutation.',
  'A category that the server assigns to memories.',
  'ID of the deletion, `del_…`, or the ID of its event.',
];

/** The input type of a mutation says what an argument `input` is, and deliveries carry the event types of webhooks. */
const isOwnText = ({ place }: Described) =>
  !place.endsWith('(input)') && !place.startsWith('WebhookDeliveryEventType.');

/** Fields of an interface are described once, by the interface. */
const ofInterfaces = new Set(['id', 'requestCount', 'successRate', 'averageMs', 'p50Ms', 'p95Ms', 'p99Ms']);

describe('the descriptions of the schema', () => {
  it('are whole sentences', () => {
    const broken = described.filter(
      ({ text }) => !/^(?:[A-Z`0-9"]|\d).*[.)]$/s.test(text) || /\.\.|\s{2}/.test(text.replaceAll('...', '')),
    );
    expect(broken.filter(({ text }) => !text.includes('\n\n'))).toEqual([]);
  });

  it('stand alone: no two places have the same one', () => {
    const places = new Map<string, string[]>();
    for (const { place, text } of described.filter(isOwnText)) places.set(text, [...(places.get(text) ?? []), place]);
    const repeated = [...places].filter(
      ([text, where]) =>
        where.length > 1 &&
        !shared.includes(text) &&
        !where.every((place) => ofInterfaces.has(place.split('.')[1] ?? '')),
    );
    expect(repeated).toEqual([]);
  });

  it('do not use the words that the style guide replaces', () => {
    const words =
      /\b(nobody|somebody|whoever|whom|anew|be it|no more|hears of|tells? of|goes by|is let in|left out|the caller|e-mail|what came|those that|that of)\b/i;
    expect(described.filter(({ text }) => words.test(text))).toEqual([]);
  });

  it('write ID in capital letters, and call an event by its name', () => {
    const prose = described.map(({ place, text }) => ({ place, text: text.replace(/`[^`]*`/g, '') }));
    expect(prose.filter(({ text }) => /\b[Ii]ds?\b/.test(text))).toEqual([]);
    const events = prose.filter(({ place }) => /^Event(?!Change)|\.(?:event|events|eventChanges)\b/.test(place));
    expect(events.length).toBeGreaterThan(50);
    expect(events.filter(({ text }) => /\boperations?\b/i.test(text))).toEqual([]);
  });

  it('say what null means wherever a field of an object can be null', () => {
    const silent = Object.values(buildSchema().getTypeMap()).flatMap((type) =>
      isObjectType(type) && !type.name.startsWith('__')
        ? Object.values(type.getFields())
            .filter((field) => !isNonNullType(field.type) && !/\b[Nn]ull\b/.test(field.description ?? ''))
            .map((field) => `${type.name}.${field.name}`)
        : [],
    );
    expect(silent).toEqual([]);
  });

  it('keep the document below 130 kB, of which the idempotency key takes at most 3', () => {
    const total = described.reduce((sum, { text }) => sum + text.length, 0);
    const ofKey = described.filter(({ place }) => place.endsWith('(idempotencyKey)'));
    expect(ofKey.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(3_000);
    expect(total).toBeLessThan(130_000);
  });
});
