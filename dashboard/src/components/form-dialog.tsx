import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts';
import { Form } from './form';
import { useSchemaForm, type SchemaForm, type SchemaFormInput } from './use-schema-form';

interface Props<Given extends Record<string, unknown>, Read> extends SchemaFormInput<Given, Read> {
  readonly opened: boolean;
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly size?: string;
  onClose(): void;
  /** Renders the fields. */
  children(form: SchemaForm<Given>): ReactNode;
}

/** Shows a form in a dialog that closes on success. */
export function FormDialog<Given extends Record<string, unknown>, Read>(props: Props<Given, Read>) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={props.size ?? 'md'}
      // A double click on the opening button, or a click outside, must not discard input.
      closeOnClickOutside={false}
      centered
    >
      {props.opened && <DialogForm {...props} />}
    </Modal>
  );
}

function DialogForm<Given extends Record<string, unknown>, Read>(props: Props<Given, Read>) {
  const { action, onSubmit, onClose, children } = props;
  const form = useSchemaForm({
    ...props,
    async onSubmit(values: Read) {
      const failure = await onSubmit(values);
      if (!failure) onClose();
      return failure;
    },
  });
  return (
    <Form form={form}>
      {children(form)}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.form.cancel}
        </Button>
        <Button type="submit" loading={form.submitting}>
          {action}
        </Button>
      </Group>
    </Form>
  );
}
