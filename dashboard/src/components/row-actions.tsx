import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { labels } from '../texts/labels';
import { Trash2Icon, type Icon } from './icons';
import type { Column } from './table-model';

/** Returns the last column of a table, with buttons for its rows. @param width pixels; null: as wide as the buttons */
export function toActionsColumn<Row extends object>(width: number | null, cell: (row: Row) => ReactNode): Column<Row> {
  return { key: 'actions', label: labels.actions, isLabelHidden: true, ...(width !== null && { width }), cell };
}

interface RemoveProps {
  readonly label: string;
  readonly icon?: Icon;
  onClick(): void;
}

/** Shows a button that removes a row. */
export function RemoveButton({ label, icon: Sign = Trash2Icon, onClick }: RemoveProps) {
  return (
    <ActionIcon variant="subtle" color="red" aria-label={label} onClick={onClick}>
      <Sign size={18} />
    </ActionIcon>
  );
}
