import { Button, type ButtonProps } from '@mantine/core';
import { PlusIcon } from './icons';

/** Shows the button that opens the dialog for a new object. */
export function AddButton({ label, ...props }: ButtonProps & { label: string; onClick: () => void }) {
  return (
    <Button {...props} leftSection={<PlusIcon size={16} />}>
      {label}
    </Button>
  );
}
