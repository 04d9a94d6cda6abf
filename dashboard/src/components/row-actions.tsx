import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { labels } from '../texts/labels';
import { Trash2Icon, type Icon } from './icons';
import type { Column } from './table-model';

/** Returns the last column of a table, with buttons for its rows. @param width pixels; null: as wide as the buttons */
export function toActionsColumn<Row extends object>(width: number | null, cell: (row: Row) => ReactNode): Column<Row> {
  return { key: 'actions', label: labels.actions, isLabelHidden: true, ...(width !== null && { width }), cell };
}

interface ButtonProps {
  readonly label: string;
  readonly icon: Icon;
  readonly color?: 'red';
  onClick(): void;
}

export function RowButton({ label, icon: Sign, color, onClick }: ButtonProps) {
  return (
    <ActionIcon variant="subtle" color={color} aria-label={label} title={label} onClick={onClick}>
      <Sign size={18} />
    </ActionIcon>
  );
}

export const RemoveButton = (props: Omit<ButtonProps, 'icon' | 'color'> & { icon?: Icon }) => (
  <RowButton icon={Trash2Icon} {...props} color="red" />
);
