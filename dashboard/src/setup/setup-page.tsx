import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../session/session';
import { AdminStep } from './admin-step';
import { FirstRunStep } from './first-run/first-run-step';
import { ProvidersStep } from './providers-step';
import { UseCaseStep } from './use-case-step';
import { lastStep, type StepProps } from './steps';

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
