import { Button, Group } from '@mantine/core';
import { useCallback, useState } from 'react';
import { commonTexts as words } from '../texts/common';

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor?: string | null;
}

export interface Pages {
  readonly variables: { readonly first: number; readonly after: string | null };
  readonly number: number;
  next(info: PageInfo): void;
  previous(): void;
  /** Returns to the first page, for example after a filter has changed. */
  restart(): void;
}

/** Pages through a connection by cursor, forward and back. */
export function usePages(): Pages {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    variables: { first: 25, after: cursors.at(-1) ?? null },
    number: cursors.length + 1,
    next: useCallback(({ endCursor }: PageInfo) => endCursor && setCursors((former) => [...former, endCursor]), []),
    previous: useCallback(() => setCursors((former) => former.slice(0, -1)), []),
    restart: useCallback(() => setCursors([]), []),
  };
}

/** Shows buttons for the previous and next page, and the total count if known. */
export function Pager({
  pages,
  info,
  total,
  count,
}: {
  pages: Pages;
  info: PageInfo;
  total?: number | null | undefined;
  /** Says how many rows there are, for example "2 keys". */
  readonly count?: ((total: number) => string) | undefined;
}) {
  if (pages.number === 1 && !info.hasNextPage && total == null) return null;
  return (
    <Group justify="space-between" mt="md">
      <p className="t3">{total != null && count?.(total)}</p>
      {(pages.number > 1 || info.hasNextPage) && (
        <Group gap="xs">
          <Button variant="default" disabled={pages.number === 1} onClick={pages.previous}>
            {words.previous}
          </Button>
          <p>{words.pageNumber(pages.number)}</p>
          <Button variant="default" disabled={!info.hasNextPage} onClick={() => pages.next(info)}>
            {words.next}
          </Button>
        </Group>
      )}
    </Group>
  );
}
