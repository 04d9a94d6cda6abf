import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState, type ChangeEvent } from 'react';
import type { MemoryFilter } from '../../api/graphql';
import { toChoices } from '../../components/choices';
import { toConditionFilter } from '../../components/condition-filter';
import type { FilterField } from '../../components/filter-bar';
import { isObject } from '../../components/is-object';
import { toDay } from '../../components/url-params';
import { useUrlFilters } from '../../components/use-url-filters';
import { memoriesTexts as words } from '../../texts/memories';

export const owners = [
  { value: 'userId', label: words.user },
  { value: 'agentId', label: words.agent },
  { value: 'appId', label: words.app },
  { value: 'runId', label: words.run },
] as const;

type Changes = Readonly<Record<string, string | null>>;

/** Which memories the page shows. The URL stores all of it, so that links show the same page. */
export interface ShownMemories {
  readonly query: string;
  readonly owner: string;
  readonly ownerId: string;
  /** Filter for the server. Null if all memories are shown. */
  readonly filter: MemoryFilter | null;
  readonly states: MemoryStates;
  change(changes: Changes): void;
}

interface MemoryStates {
  readonly includeExpired?: boolean;
  readonly latestOnly?: boolean;
  readonly includeMerged?: boolean;
}

/** Filters in addition to query and owner. */
export const memoryFields: readonly FilterField[] = [
  { name: 'category', label: words.category },
  {
    name: 'metadata',
    label: words.metadata,
    hint: words.keyValueThenEnter,
    isReadable: (text) => readMetadata(text) !== null,
  },
  { name: 'after', label: words.createdFrom, type: 'date' },
  { name: 'before', label: words.createdBefore, type: 'date' },
  { name: 'expires', label: words.expiresBefore, type: 'date' },
  { name: 'state', label: words.state, choices: toChoices(words.listedStates) },
];

/** Reads the shown memories from the URL, and changes them. */
export function useShownMemories(): ShownMemories {
  const { params, change } = useUrlFilters({ replaces: true });
  const owner = owners.find(({ value }) => params.has(value))?.value ?? 'userId';
  const ownerId = params.get(owner) ?? '';
  const { filter, states } = toMemoryFilter(params);
  return { query: params.get('q') ?? '', owner, ownerId, filter, states, change };
}

const today = () => new Date().toISOString().slice(0, 10);

function toMemoryFilter(params: URLSearchParams): { filter: MemoryFilter | null; states: MemoryStates } {
  const get = (name: string) => params.get(name) ?? '';
  const day = (name: string) => toDay(params.get(name));
  const state = get('state');
  const conditions: MemoryFilter[] = owners.flatMap(({ value }) =>
    get(value) ? [{ [value]: { eq: get(value) } }] : [],
  );
  const metadata = readMetadata(get('metadata'));
  const days = { createdFrom: day('after') ?? '', createdBefore: day('before') ?? '' };
  const shared = toConditionFilter({ category: get('category'), text: '', ...days });
  const expires = day('expires');
  if (shared) conditions.push(shared);
  if (metadata) conditions.push({ metadata });
  if (expires) conditions.push({ expirationDate: { lt: expires } });
  if (state === 'expired') conditions.push({ expirationDate: { lt: today() } });
  return {
    filter: conditions.length === 0 ? null : { and: conditions },
    states: {
      ...(state === 'current' && { latestOnly: true }),
      ...((state === 'expired' || state === 'all') && { includeExpired: true }),
      ...(state === 'all' && { includeMerged: true }),
    },
  };
}

/** Reads `key=value`, or a JSON object as the page Deletions takes it. Null for other texts. */
function readMetadata(text: string): Readonly<Record<string, unknown>> | null {
  const object = toJsonObject(text);
  if (object) return object;
  const [key = '', value] = text.split(/=(.*)/s);
  return key.trim() === '' || value === undefined ? null : { [key.trim()]: toJsonValue(value.trim()) };
}

function toJsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

// Numbers, booleans, null and quoted texts are JSON; everything else is a text.
function toJsonValue(text: string): unknown {
  if (!/^(-?\d+(\.\d+)?|true|false|null|".*")$/s.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Debounces a text field, and follows changes of its value from elsewhere, such as the back button. */
export function useTyped(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const reported = useRef(value);
  if (known !== value) {
    setKnown(value);
    if (value !== reported.current) setTyped(value);
    reported.current = value;
  }
  const changeLater = useDebouncedCallback((text: string) => {
    reported.current = text;
    onChange(text);
  }, 400);
  return {
    value: typed,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      setTyped(event.currentTarget.value);
      changeLater(event.currentTarget.value.trim());
    },
  };
}
