import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FailureAlert } from './failure-alert';

interface Props {
  /** State of the form, from `useSchemaForm`. */
  readonly form: {
    readonly message: string | null;
    readonly submitting: boolean;
    isDirty(): boolean;
    submit(event: FormEvent<HTMLFormElement>): void;
  };
  readonly label?: string;
  /** Asks before a navigation discards changes. */
  readonly isGuarded?: boolean;
  /** Label of a submit button below the fields. */
  readonly action?: string | undefined;
  /** Replaces the alert with the message of the failure. */
  readonly alert?: ReactNode;
  readonly children: ReactNode;
}

/** Fills a large dialog. Wider lines are hard to read, and values are shorter. */
const fieldsWidth = 588;

/** Shows a form with the failure of its last submission. The form checks itself, instead of the browser. */
export function Form({ form, label, isGuarded = false, action, alert, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={form.submit}
      data-guard={isGuarded || undefined}
      data-dirty={(isGuarded && form.isDirty() && (form.submitting ? 'sent' : 'unsent')) || undefined}
      data-typed={form.isDirty() || undefined}
      aria-label={label}
    >
      <Stack maw={fieldsWidth}>
        {alert ?? <FailureAlert message={form.message} />}
        {children}
        {action !== undefined && (
          <Group>
            <Button type="submit" loading={form.submitting}>
              {action}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
