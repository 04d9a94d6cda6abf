import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../session/session';
import { AdminStep } from './admin-step';
import { KeyStep } from './key-step';
import { ProvidersStep } from './providers-step';
import { TestStep } from './test-step';
import { UseCaseStep } from './use-case-step';
import { lastStep, type StepProps } from './steps';

/** Sets the installation up. The first step makes the admin; the others have addresses, so that an admin can go on at any time. */
export function SetupPage() {
  const { state } = useSession();
  if (state.kind !== 'signed-in') return <AdminStep />;
  return state.viewer.isAdmin ? <NextSteps /> : <Navigate to="/dashboard" replace />;
}

function NextSteps() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  // Of this visit alone: a key is nowhere to be had again.
  const [secret, setSecret] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const step = Math.min(Math.max(Math.trunc(Number(params.get('step'))) || 2, 2), lastStep);
  const to = (number: number) =>
    void (number > lastStep ? navigate('/dashboard') : setParams({ step: String(number) }));
  const props: StepProps = { step, onward: () => to(step + 1), ...(step > 2 && { back: () => to(step - 1) }) };
  switch (step) {
    case 2:
      return <ProvidersStep {...props} />;
    case 3:
      return <KeyStep {...props} secret={secret} onCreated={setSecret} />;
    case 4:
      return <UseCaseStep {...props} onProposed={setMessage} />;
    default:
      return <TestStep {...props} secret={secret} message={message} />;
  }
}
