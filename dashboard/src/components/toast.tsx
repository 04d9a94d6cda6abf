import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

interface ToastAction {
  readonly label: string;
  run(): void;
}

/** Shows a message at the bottom left for 8 seconds, in place of the message before. */
export function showToast(message: ReactNode, action?: ToastAction): void {
  notifications.clean();
  notifications.show({ message: action ? <WithAction message={message} action={action} /> : message, color: 'teal' });
}

/** Shows a failure, which stays until it is closed. */
export function showFailure(message: string): void {
  notifications.clean();
  notifications.show({ message, color: 'red', role: 'alert', autoClose: false });
}

function WithAction({ message, action }: { message: ReactNode; action: ToastAction }) {
  const run = () => {
    notifications.clean();
    action.run();
  };
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <button type="button" className="btn sm" onClick={run}>
        {action.label}
      </button>
    </Group>
  );
}
