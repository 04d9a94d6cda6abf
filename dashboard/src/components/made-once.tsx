import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts as words } from '../texts/common';
import { Dialog } from './dialog';
import { SecretOnce } from './secret-once';

interface Props {
  /** Null closes the dialog. */
  readonly secret: string | null;
  /** What the secret is. */
  readonly label: string;
  readonly title: string;
  readonly size?: string;
  /** Text above the secret. */
  readonly lead?: ReactNode;
  /** What to do with the secret. */
  readonly children?: ReactNode;
  onClose(): void;
}

/** Shows the secret of a new object in a dialog. A click outside does not close it, because the secret would be lost. */
export function MadeOnce({ secret, label, title, size = 'md', lead, children, onClose }: Props) {
  return (
    <Dialog opened={secret !== null} onClose={onClose} title={title} closeOnClickOutside={false} size={size}>
      <Stack>
        {lead}
        {secret !== null && <SecretOnce secret={secret} label={label} />}
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
