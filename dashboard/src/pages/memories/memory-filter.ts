import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState, type ChangeEvent } from 'react';
import { useSearchParams } from 'react-router';
import type { MemoryFilter } from '../../../../client/generated/graphql';

/** What memories can belong to. */
export const owners = [
  { value: 'userId', label: 'User' },
  { value: 'agentId', label: 'Agent' },
  { value: 'appId', label: 'App' },
  { value: 'runId', label: 'Run' },
] as const;

type Changes = Readonly<Record<string, string | null>>;

/** Which memories are shown. It stands in the address, so that it can be linked to, and outlives a reload. */
export interface ShownMemories {
  readonly query: string;
  readonly owner: string;
  readonly ownerId: string;
  readonly category: string | null;
  /** For the server; null where all are shown. */
  readonly filter: MemoryFilter | null;
  change(changes: Changes): void;
}

/** Reads the address, and changes it. */
export function useShownMemories(): ShownMemories {
  const [params, setParams] = useSearchParams();
  const owner = owners.find(({ value }) => params.has(value))?.value ?? 'userId';
  const ownerId = params.get(owner) ?? '';
  const category = params.get('category');
  const change = (changes: Changes) =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const filter =
    ownerId || category
      ? { ...(ownerId && { [owner]: { eq: ownerId } }), ...(category && { categories: { in: [category] } }) }
      : null;
  return { query: params.get('q') ?? '', owner, ownerId, category, filter, change };
}

/** A text that is typed, and told a moment after the last key. It follows what comes from elsewhere, as from the back button. */
export function useTyped(value: string, tell: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const told = useRef(value);
  if (known !== value) {
    setKnown(value);
    if (value !== told.current) setTyped(value);
  }
  const tellLater = useDebouncedCallback((text: string) => {
    told.current = text;
    tell(text);
  }, 400);
  return {
    value: typed,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      setTyped(event.currentTarget.value);
      tellLater(event.currentTarget.value.trim());
    },
  };
}
