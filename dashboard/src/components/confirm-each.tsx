import type { ReactNode } from 'react';
import type { TypedDocumentNode } from 'urql';
import { runEach } from '../api/run-each';
import { useMutate } from '../api/run-mutation';
import { Confirm } from './confirm';
import { showFailure, showToast } from './toast';

interface Props<Data extends object> {
  readonly opened: boolean;
  readonly title: string;
  readonly action: string;
  /** Word that the user must type. */
  readonly word: string;
  readonly warning: ReactNode;
  readonly rows: readonly { readonly id: string; readonly label: string }[];
  readonly mutation: TypedDocumentNode<Data, { input: { id: string } }>;
  /** Toast after success. */
  readonly done: string;
  /** Returns the message if some rows failed. */
  failed(count: number, message: string): string;
  onClose(): void;
  /** Called after some rows were changed. */
  onChanged(): void;
  /** Called after all rows were changed. */
  onDone(): void;
}

/** Asks for confirmation of a mutation of each selected row, which it lists, and runs it. */
export function ConfirmEach<Data extends object>({ rows, mutation, warning, ...props }: Props<Data>) {
  const mutate = useMutate();
  const run = async () => {
    const failures = await runEach(rows, ({ id }) => mutate(mutation, { id }));
    if (failures.length < rows.length) props.onChanged();
    const [first] = failures;
    // The dialog goes with the rows if the list starts at its first page again.
    if (first) showFailure(props.failed(failures.length, first.message));
    else {
      showToast(props.done);
      props.onDone();
    }
    return null;
  };
  return (
    <Confirm {...props} onConfirm={run}>
      {warning}
      <ul className="bullets">
        {rows.map(({ id, label }) => (
          <li key={id}>
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
