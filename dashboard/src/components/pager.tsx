import { Button, Group, Text } from '@mantine/core';
import { useCallback, useState } from 'react';

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor?: string | null;
}

export interface Pages {
  /** For the query. */
  readonly variables: { readonly first: number; readonly after: string | null };
  readonly number: number;
  next(info: PageInfo): void;
  previous(): void;
  /** Back to the first page, as when the filter changes. */
  restart(): void;
}

/** Walks a connection forward by its cursors, and back the way it came. */
export function usePages(first = 25): Pages {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    variables: { first, after: cursors.at(-1) ?? null },
    number: cursors.length + 1,
    next: useCallback(({ endCursor }: PageInfo) => endCursor && setCursors((former) => [...former, endCursor]), []),
    previous: useCallback(() => setCursors((former) => former.slice(0, -1)), []),
    restart: useCallback(() => setCursors([]), []),
  };
}

/** Buttons to the pages before and behind, and how many there are in all where that is known. */
export function Pager({
  pages,
  info,
  total,
  noun,
}: {
  pages: Pages;
  info: PageInfo;
  total?: number | null;
  noun: readonly [one: string, many: string];
}) {
  if (pages.number === 1 && !info.hasNextPage && total == null) return null;
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {total != null ? `${total.toLocaleString()} ${noun[total === 1 ? 0 : 1]}` : ''}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={pages.number === 1} onClick={pages.previous}>
          Previous
        </Button>
        <Text size="sm">Page {pages.number}</Text>
        <Button size="xs" variant="default" disabled={!info.hasNextPage} onClick={() => pages.next(info)}>
          Next
        </Button>
      </Group>
    </Group>
  );
}
