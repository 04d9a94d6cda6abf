import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { object } from 'zod/mini';
import { RegisterFirstAdminDocument } from '../api/graphql';
import { useMutate } from '../api/run-mutation';
import { Form } from '../components/form';
import { NewPasswordFields } from '../components/new-password-fields';
import { email, name, newPassword, repeats, typed } from '../components/rules';
import { useSchemaForm } from '../components/use-schema-form';
import { useSession } from '../session/session';
import { setupTexts as words } from '../texts/setup';
import { FirstRunStep } from './first-run/first-run-step';
import { ProvidersStep } from './providers-step';
import { StepButtons } from './step-buttons';
import { StepPage } from './step-page';
import { lastStep, type StepProps } from './steps';
import { UseCaseStep } from './use-case-step';

/** Sets up the installation: first admin, first memory, models, use case. Each step after the first has a URL. */
export function SetupPage() {
  const { state } = useSession();
  if (state.kind !== 'signed-in') return <AdminStep />;
  return state.viewer.isAdmin ? <NextSteps /> : <Navigate to="/dashboard" replace />;
}

function NextSteps() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  // The server shows a key once, so a reload loses it.
  const [secret, setSecret] = useState<string | null>(null);
  const step = Math.min(Math.max(Math.trunc(Number(params.get('step'))) || 2, 2), lastStep);
  const to = (number: number) =>
    void (number > lastStep ? navigate('/dashboard') : setParams({ step: String(number) }));
  const props: StepProps = { step, onward: () => to(step + 1), ...(step > 2 && { back: () => to(step - 1) }) };
  switch (step) {
    case 2:
      return <FirstRunStep {...props} secret={secret} onCreated={setSecret} />;
    case 3:
      return <ProvidersStep {...props} />;
    default:
      return <UseCaseStep {...props} />;
  }
}

const schema = object({ name, email, password: newPassword, repeat: typed }).check(repeats('password'));

function AdminStep() {
  const { enter, reload } = useSession();
  const mutate = useMutate();
  const [isTaken, setTaken] = useState(false);
  const form = useSchemaForm({
    schema,
    initialValues: { name: '', email: '', password: '', repeat: '' },
    async onSubmit({ repeat: _repeat, ...input }) {
      const { failure, payload } = await mutate(RegisterFirstAdminDocument, input);
      setTaken(failure?.message.includes('exists already') ?? false);
      // The button stays disabled until the next step replaces the page.
      if (payload) await enter(payload.session);
      return failure;
    },
  });
  return (
    <StepPage step={1} description={words.adminHint}>
      <Form form={form}>
        <TextInput {...form.getInputProps('name')} label={words.name} autoComplete="name" required autoFocus />
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label={words.email}
          description={words.emailHint}
          autoComplete="username"
          required
        />
        <NewPasswordFields form={form} name="password" label={words.password} repeatLabel={words.confirmPassword} />
        <StepButtons back={undefined} skip={undefined}>
          {isTaken && (
            <Button variant="default" onClick={() => void reload()}>
              {words.toTheSignIn}
            </Button>
          )}
          <Button type="submit" loading={form.submitting}>
            {words.createAdmin}
          </Button>
        </StepButtons>
      </Form>
    </StepPage>
  );
}
