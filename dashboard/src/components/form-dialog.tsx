import { Button, Group } from '@mantine/core';
import { useImperativeHandle, useRef, useState, type ReactNode, type RefObject } from 'react';
import { commonTexts } from '../texts/common';
import { formTexts } from '../texts/form';
import { Confirm } from './confirm';
import { Dialog } from './dialog';
import { Form } from './form';
import { showFailure } from './toast';
import { useSubmission, type Submission } from './use-act';
import { useOpening, type Opening } from './use-opening';
import { useSchemaForm, type SchemaForm, type SchemaFormInput } from './use-schema-form';

interface Props<Given extends Record<string, unknown>, Read extends object> extends SchemaFormInput<Given, Read> {
  readonly opened: boolean;
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly size?: string;
  onClose(): void;
  children(form: SchemaForm<Given>): ReactNode;
}

/** Shows a form in a dialog that closes on success. It asks before changes are discarded. */
export function FormDialog<Given extends Record<string, unknown>, Read extends object>(props: Props<Given, Read>) {
  const form = useRef<{ isDirty(): boolean }>(null);
  const [isLeaving, setLeaving] = useState(false);
  const opening = useOpening(props);
  const close = () => (form.current?.isDirty() ? setLeaving(true) : opening.leave());
  const end = () => {
    // The question may be open.
    setLeaving(false);
    props.onClose();
  };
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      closeOnEscape={!isLeaving}
      title={props.title}
      size={props.size ?? 'md'}
      // A double click on the opening button, or a click outside, must not discard input.
      closeOnClickOutside={false}
    >
      {props.opened && <DialogForm {...props} formRef={form} opening={opening} onCancel={close} onClose={end} />}
      {/* Mounted while it asks: an earlier listener would close it by the Escape that opened it. */}
      {isLeaving && (
        <Confirm
          opened
          title={commonTexts.unsaved.title}
          action={commonTexts.unsaved.discard}
          onConfirm={() => {
            opening.leave();
            return Promise.resolve(null);
          }}
          onClose={() => setLeaving(false)}
        >
          {commonTexts.unsaved.inDialog}
        </Confirm>
      )}
    </Dialog>
  );
}

type MutationProps<Given extends Record<string, unknown>, Read extends object, Data extends object, Input> = Submission<
  Read,
  Data,
  Input
> &
  Omit<Props<Given, Read>, 'onSubmit'>;

export function MutationDialog<Given extends Record<string, unknown>, Read extends object, Data extends object, Input>(
  props: MutationProps<Given, Read, Data, Input>,
) {
  return <FormDialog {...props} onSubmit={useSubmission(props)} />;
}

interface DialogFormProps<Given extends Record<string, unknown>, Read extends object> extends Props<Given, Read> {
  readonly formRef: RefObject<{ isDirty(): boolean } | null>;
  readonly opening: Opening;
  onCancel(): void;
}

function DialogForm<Given extends Record<string, unknown>, Read extends object>(props: DialogFormProps<Given, Read>) {
  const { action, formRef, opening, onSubmit, onClose, onCancel, children } = props;
  const form = useSchemaForm({
    ...props,
    async onSubmit(values: Read, changed: Partial<Read>) {
      const failure = await onSubmit(values, changed);
      if (opening.isLeft()) {
        if (failure) showFailure(failure.message);
        return null;
      }
      if (!failure) onClose();
      return failure;
    },
  });
  useImperativeHandle(formRef, () => form);
  return (
    <Form form={form} isGuarded>
      {children(form)}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {formTexts.cancel}
        </Button>
        <Button type="submit" loading={form.submitting}>
          {action}
        </Button>
      </Group>
    </Form>
  );
}
