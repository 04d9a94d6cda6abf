import { Alert, type AlertProps } from '@mantine/core';
import { commonTexts as words } from '../texts/common';

interface Props extends Pick<AlertProps, 'mt' | 'mb'> {
  /** Null or empty: shows nothing. */
  readonly message: string | null;
  /** Adds a button that closes the alert. */
  onClose?(): void;
}

/** Shows why an action failed. */
export function FailureAlert({ message, ...props }: Props) {
  if (!message) return null;
  return (
    <Alert color="red" role="alert" withCloseButton={Boolean(props.onClose)} closeButtonLabel={words.close} {...props}>
      {message}
    </Alert>
  );
}
