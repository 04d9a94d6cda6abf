import { useCallback } from 'react';
import type { TypedDocumentNode } from 'urql';
import type { Failure } from '../api/failure';
import { useMutate, type Payload } from '../api/run-mutation';
import { showFailure, showToast } from './toast';

/** Returns a function that runs a mutation and shows a toast with its failure or with `done`. The function returns the payload, or null. */
export function useAct() {
  const mutate = useMutate();
  return useCallback(
    async <Data extends object, Input>(
      document: TypedDocumentNode<Data, { input: Input }>,
      input: NoInfer<Input>,
      done?: string,
    ): Promise<Payload<Data> | null> => {
      const { failure, payload } = await mutate(document, input);
      if (failure) showFailure(failure.message);
      else if (done !== undefined) showToast(done);
      return payload;
    },
    [mutate],
  );
}

/** A mutation that a form sends. */
export interface Submission<Read, Data extends object, Input> {
  readonly mutation: TypedDocumentNode<Data, { input: Input }>;
  /** Returns the input of the mutation. @param changed values of the fields that the viewer changed */
  toInput(values: Read, changed: Partial<Read>): NoInfer<Input>;
  /** Toast after success. */
  readonly done?: string | undefined;
  /** Called after success. */
  onDone?(payload: NoInfer<Payload<Data>>, values: Read): unknown;
}

/** Returns the function that submits a form: it runs the mutation. @returns a function that returns the failure, or null on success */
export function useSubmission<Read, Data extends object, Input>(props: Submission<Read, Data, Input>) {
  const { mutation, toInput, done, onDone } = props;
  const mutate = useMutate();
  return async (values: Read, changed: Partial<Read>): Promise<Failure | null> => {
    const { failure, payload } = await mutate(mutation, toInput(values, changed));
    if (failure) return failure;
    if (done !== undefined) showToast(done);
    await onDone?.(payload, values);
    return null;
  };
}
