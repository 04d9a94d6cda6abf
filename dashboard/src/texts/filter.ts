import { locale } from './locale.js';
import { plural } from './plural.js';

const either = new Intl.ListFormat(locale, { type: 'disjunction' });
const both = new Intl.ListFormat(locale, { type: 'conjunction' });

export const filterTexts = {
  allMemories: 'All memories',
  copyAsJson: 'Copy as JSON',
  either: (items: readonly string[]) => either.format(items),
  both: (items: readonly string[]) => both.format(items),
  group: (text: string) => `(${text})`,
  not: (text: string) => `Not: ${text}`,
  ids: { user: 'User', agent: 'Agent', app: 'App', run: 'Run' },
  anyId: { user: 'Any user', agent: 'Any agent', app: 'Any app', run: 'Any run' },
  isId: (owner: string, id: string) => `${owner} ${id}`,
  isNotId: (owner: string, id: string) => `${owner} is not ${id}`,
  times: { created: 'Created', updated: 'Updated', event: 'Event', expiration: 'Expires' },
  compare: {
    gt: (name: string, value: string) => `${name} after ${value}`,
    gte: (name: string, value: string) => `${name} from ${value}`,
    lt: (name: string, value: string) => `${name} before ${value}`,
    lte: (name: string, value: string) => `${name} up to ${value}`,
    ne: (name: string, value: string) => `${name} not on ${value}`,
    in: (name: string, value: string) => `${name} on ${value}`,
    eq: (name: string, value: string) => `${name} on ${value}`,
  },
  category: (names: string) => `Category ${names}`,
  text: (value: string) => `Text contains “${value}”`,
  wholeText: (value: string) => `Text is “${value}”`,
  memories: (count: number) => plural(count, '1 memory by ID', '# memories by ID'),
  metadata: {
    eq: (key: string, value: string) => `Metadata ${key} is ${value}`,
    ne: (key: string, value: string) => `Metadata ${key} is not ${value}`,
    in: (key: string, value: string) => `Metadata ${key} is ${value}`,
    contains: (key: string, value: string) => `Metadata ${key} contains ${value}`,
    gt: (key: string, value: string) => `Metadata ${key} above ${value}`,
    gte: (key: string, value: string) => `Metadata ${key} at least ${value}`,
    lt: (key: string, value: string) => `Metadata ${key} below ${value}`,
    lte: (key: string, value: string) => `Metadata ${key} at most ${value}`,
  },
  exists: (key: string, isThere: boolean) => `Metadata ${isThere ? 'has' : 'has no'} ${key}`,
  erased: 'An erased entity',
  other: (key: string, value: string) => `${key} ${value}`,
} as const;
