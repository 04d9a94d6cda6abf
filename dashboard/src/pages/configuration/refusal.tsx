import { Alert } from '@mantine/core';
import type { Failure } from '../../api/failure';
import { getLabel } from './model-block';
import { configurationTexts as words } from '../../texts/configuration';

const titles: Readonly<Record<string, string>> = words.providerErrors;

/** Shows why a change failed, and details if a model call failed. */
export function Refusal({ failure, note = words.nothingChanged }: { failure: Failure | null; note?: string }) {
  if (!failure) return null;
  const isFailedCall = failure.reason !== undefined;
  const problems = Object.entries(failure.fields);
  return (
    <Alert
      color="red"
      role="alert"
      title={isFailedCall ? (titles[failure.reason ?? ''] ?? words.callFailed) : undefined}
    >
      {problems.length === 0 && failure.message}
      {problems.map(([path, problem]) => (
        <p key={path}>
          {getLabel(path)}: {problem}
        </p>
      ))}
      {isFailedCall && note !== '' && <p>{note}</p>}
    </Alert>
  );
}
