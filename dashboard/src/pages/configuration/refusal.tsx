import { Alert, Text } from '@mantine/core';
import type { Failure } from '../../api/failure';
import { getLabel } from './model-block';
import { configurationTexts as words } from '../../texts/configuration';

const titles: Readonly<Record<string, string>> = {
  provider_auth_failed: 'The provider rejected the API key',
  provider_rate_limited: "The provider's rate limit was exceeded",
  provider_timeout: 'The provider did not answer in time',
  provider_unavailable: 'The provider could not be reached',
  provider_bad_request: 'The provider refused the request',
  provider_bad_answer: 'The provider’s answer cannot be used',
};

const untouched = 'Nothing was changed: models are tried before they are stored.';

/** Shows why a change failed, and details if a model call failed. */
export function Refusal({ failure, note = untouched }: { failure: Failure | null; note?: string }) {
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
        <Text key={path} size="sm">
          {getLabel(path)}: {problem}
        </Text>
      ))}
      {isFailedCall && note !== '' && <Text size="sm">{note}</Text>}
    </Alert>
  );
}
