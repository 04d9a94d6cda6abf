import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { config, parse, type ZodMiniType } from 'zod/mini';
import type { Failure } from '../api/failure';
import { formTexts } from '../texts/form';
import { takeSavedValues } from './changed-meanwhile';
import { useKeptButton } from './keep-focus';

// The content security policy forbids schemas that are compiled to code.
config({ jitless: true });

type Values = Record<string, unknown>;

export interface SchemaFormInput<Given extends Values, Read> {
  /** Checks the fields, and reads the values to submit from them. */
  readonly schema: ZodMiniType<Read, Given>;
  readonly initialValues: Given;
  /** Whether a success empties the fields. */
  readonly isEmptied?: boolean;
  /** Fields by the server's name, where the names differ. */
  readonly serverNames?: Readonly<Record<string, string>>;
  /**
   * Reads the values of the server again, or null if it does not respond. With it, the form does not replace a value that another person
   * saved since, before the viewer has seen it.
   */
  readSaved?(): Promise<Given | null>;
  /**
   * @param changed values of the fields that the viewer changed: other fields may have been saved elsewhere since
   * @returns the failure, or null on success
   */
  onSubmit(values: Read, changed: Partial<Read>): Promise<Failure | null>;
}

export interface SchemaForm<Given extends Values> extends UseFormReturnType<Given> {
  /** Failure of the last submission, unless fields show all of it. */
  readonly message: string | null;
  submit(event: FormEvent<HTMLFormElement>): void;
}

/**
 * Creates the state of a form whose rules are a zod schema. Errors of the server appear at their fields. Initial values that change
 * replace those on screen, unless the viewer changed a field.
 */
export function useSchemaForm<Given extends Values, Read extends object>({
  schema,
  initialValues,
  isEmptied = false,
  serverNames = {},
  readSaved,
  onSubmit,
}: SchemaFormInput<Given, Read>): SchemaForm<Given> {
  const [message, setMessage] = useState<string | null>(null);
  const form = useForm<Given>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    enhanceGetInputProps: ({ field }) => ({ name: field }),
  });
  useEffect(() => {
    if (form.isDirty()) return;
    form.setInitialValues(initialValues);
    form.reset();
  }, [JSON.stringify(initialValues)]);
  const keepButton = useKeptButton(form.submitting);
  const showFailure = (failure: Failure, element: HTMLFormElement) => {
    const errors = Object.fromEntries(
      Object.entries(failure.fields).map(([name, text]) => [serverNames[name] ?? name, text]),
    );
    const names = Object.keys(errors);
    const isShown = names.length > 0 && names.every((name) => findField(element, name));
    form.setErrors(errors);
    flushSync(() => setMessage(isShown ? null : failure.message));
    if (isShown) focusFirst(element, names);
    // In a long form, the alert above the fields may be out of view.
    else element.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React events bubble through portals to a form around the dialog.
    event.stopPropagation();
    keepButton(event);
    const { currentTarget: element } = event;
    const send = async (values: Given) => {
      const changedFields = new Set(Object.keys(values).filter((field) => form.isDirty(field)));
      const isChanged = ([field]: readonly [string, unknown]) => changedFields.has(field);
      const saved = await readSaved?.();
      const fields = saved ? takeSavedValues(form, saved) : {};
      if (Object.keys(fields).length > 0) return showFailure({ message: formTexts.changedElsewhere, fields }, element);
      // The state of the form does not have the saved values before the next rendering.
      const own = Object.fromEntries(Object.entries(values).filter(isChanged));
      const read = parse(schema, { ...values, ...saved, ...own });
      const changed = Object.entries(read).filter(isChanged);
      const failure = await onSubmit(read, Object.fromEntries(changed) as Partial<Read>);
      if (failure) return showFailure(failure, element);
      setMessage(null);
      if (isEmptied) form.reset();
      // Text that was typed meanwhile is not saved.
      else form.resetDirty(values);
    };
    const refuse = (errors: object) => {
      setMessage(null);
      focusFirst(element, Object.keys(errors));
    };
    form.onSubmit(send, refuse)(event);
  };
  return { ...form, message, submit };
}

const findField = (element: HTMLFormElement, name: string) =>
  element.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"]`);

function focusFirst(element: HTMLFormElement, names: readonly string[]): void {
  const fields = names.map((name) => findField(element, name)).filter((field) => field !== null);
  fields.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  fields[0]?.focus();
}
