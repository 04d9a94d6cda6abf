import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Confirm } from './confirm';
import { Trash2Icon } from './icons';
import { Section } from './section';

interface Props {
  /** Name of what is deleted. The viewer types it to confirm. */
  readonly name: string;
  readonly button: string;
  readonly question: string;
  readonly words: { readonly delete: string; readonly deleteHint: string; readonly deletePermanently: string };
  /** Describes what will be deleted. */
  readonly children: ReactNode;
  /** Returns the message of a failure, else null. */
  onConfirm(): Promise<string | null>;
}

/** Deletes a project or an organization after the viewer typed its name. */
export function DeletionSection({ name, button, question, words, children, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const action = (
    <Button color="red" variant="light" leftSection={<Trash2Icon size={16} />} onClick={() => setAsking(true)}>
      {button}
    </Button>
  );
  return (
    <>
      <Section title={words.delete} description={words.deleteHint} actions={action} />
      <Confirm
        opened={isAsking}
        title={question}
        action={words.deletePermanently}
        word={name}
        onConfirm={onConfirm}
        onClose={() => setAsking(false)}
      >
        {children}
      </Confirm>
    </>
  );
}
