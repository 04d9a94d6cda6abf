import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { CreateApiKeyDocument } from '../../../client/generated/graphql';
import { act } from '../api/act';
import type { Failure } from '../api/failure';
import { formText } from '../components/form-text';
import { SecretOnce } from '../components/secret-once';
import { useViewer } from '../session/session';
import { StepButtons } from './step-buttons';
import { StepPage } from './step-page';
import type { StepProps } from './steps';

type Props = StepProps & { readonly secret: string | null; onCreated(secret: string): void };

/** The first API key, shown this one time. */
export function KeyStep({ step, onward, back, secret, onCreated }: Props) {
  const { user } = useViewer();
  return (
    <StepPage
      step={step}
      description="Applications send it with every call. You can make more on the API keys page, bound to one project or read-only."
    >
      {!user && (
        <Alert color="yellow">
          Authentication is switched off on this server and there is no account yet, so no key is needed.
        </Alert>
      )}
      {user && secret === null && <Form onCreated={onCreated} onward={onward} back={back} />}
      {secret !== null && <SecretOnce secret={secret} label="API key" />}
      {(!user || secret !== null) && (
        <StepButtons back={back}>
          <Button onClick={onward}>{secret === null ? 'Continue' : 'I saved the key'}</Button>
        </StepButtons>
      )}
    </StepPage>
  );
}

function Form({ onCreated, onward, back }: Pick<Props, 'onCreated' | 'onward'> & { back: (() => void) | undefined }) {
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const label = formText(new FormData(event.currentTarget), 'label').trim();
    setBusy(true);
    const { failure: refused, payload } = await act(client, CreateApiKeyDocument, { input: { label } });
    setBusy(false);
    setFailure(refused);
    if (payload) onCreated(payload.secret);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        {failure && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
        <TextInput
          name="label"
          label="Label"
          description="What the key is for, so that you know it again."
          defaultValue="My first key"
          required
          maxLength={255}
          error={failure?.fields.label}
        />
        <StepButtons back={back} skip={onward}>
          <Button type="submit" loading={isBusy}>
            Create key
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
}
