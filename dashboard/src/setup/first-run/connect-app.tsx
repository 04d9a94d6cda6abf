import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { CreateApiKeyDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { CopyText } from '../../components/copy';
import { OutcomeBadge } from '../../components/outcome-badge';
import { SecretOnce } from '../../components/secret-once';
import { Segments } from '../../components/segments';
import { toLatency, toOutcome } from '../../pages/requests/logged-request';
import { useViewer } from '../../session/session';
import { texts } from '../../texts';
import { snippetLanguages, toSnippet, type SnippetLanguage } from './snippets';
import { useFirstRequest } from './use-first-request';

interface Props {
  readonly secret: string | null;
  onCreated(secret: string): void;
  onConnected(): void;
}

const prefixLength = 12;

/** Creates an API key, shows code for the user's app, and reports the app's first request. */
export function ConnectApp({ secret, onCreated, onConnected }: Props) {
  const client = useClient();
  const { user, authMode } = useViewer();
  const [message, setMessage] = useState<string | null>(null);
  const [language, setLanguage] = useState<SnippetLanguage>('python');
  const needsKey = authMode !== 'DISABLED';
  const first = useFirstRequest({
    keyPrefix: secret?.slice(0, prefixLength) ?? null,
    isWaiting: secret !== null || !needsKey,
    onArrived: onConnected,
  });
  const create = async () => {
    const { failure, payload } = await runMutation(client, CreateApiKeyDocument, {
      input: { label: texts.firstRun.keyLabel },
    });
    setMessage(failure?.message ?? null);
    if (payload) onCreated(payload.secret);
  };
  const code = toSnippet(language, secret);
  return (
    <>
      {message && (
        <Alert color="red" role="alert">
          {message}
        </Alert>
      )}
      {needsKey && user && secret === null && (
        <button type="button" className="btn" onClick={() => void create()}>
          {texts.firstRun.createKey}
        </button>
      )}
      {secret !== null && <SecretOnce secret={secret} label="API key" />}
      <div className="row wrap" style={{ margin: '10px 0' }}>
        <Segments
          label={texts.firstRun.language}
          choices={snippetLanguages}
          value={language}
          onChange={(value) => setLanguage(value as SnippetLanguage)}
        />
        <span className="grow" />
        <CopyText text={code} variant="default" />
      </div>
      <pre tabIndex={0} aria-label={texts.firstRun.code} data-testid="snippet">
        {code}
      </pre>
      {(secret !== null || !needsKey) && (
        <p className="row wait" role="status">
          {first ? (
            <>
              <OutcomeBadge outcome={toOutcome(first)} />
              {texts.firstRun.arrived}
              <span className="mono t2">{`${first.method} ${first.path}, ${toLatency(first.latencyMs)}`}</span>
            </>
          ) : (
            <>
              <i className="pulse" />
              {texts.firstRun.waiting}
            </>
          )}
        </p>
      )}
    </>
  );
}
