import { FailureAlert } from '../components/failure-alert';
import { Alert, Anchor, Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { Select } from '../components/select';
import { Sentence } from '../components/sentence';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  ApproveAuthorizationDocument,
  AuthorizationRequestDocument,
  DenyAuthorizationDocument,
  type AppScope,
  type AuthorizationRequestQuery,
} from '../api/graphql';
import { useFreshQuery } from '../api/use-fresh-query';
import { toFailure } from '../api/failure';
import { useMutate } from '../api/run-mutation';
import { FrontPage } from '../components/front-page';
import { PageSkeleton } from '../components/skeleton';
import { readLastPlace } from '../shell/project';
import { useProjects } from '../shell/use-projects';
import { scopes } from './scopes';
import { useViewer } from './session';
import { sessionTexts as words } from '../texts/session';

type Request = NonNullable<AuthorizationRequestQuery['authorizationRequest']>;

/** Asks the user whether an MCP client may use one of the user's projects. */
export function ConsentPage() {
  const [params] = useSearchParams();
  const request = params.get('request') ?? '';
  const [{ data, error, fetching }] = useFreshQuery(AuthorizationRequestDocument, { request });
  if (fetching) return <PageSkeleton />;
  if (data?.authorizationRequest) return <Consent request={request} described={data.authorizationRequest} />;
  return (
    <FrontPage title={words.connectFailedTitle}>
      <Stack>
        <FailureAlert message={error ? toFailure(error).message : words.requestInvalid} />
        <Text>{words.accessDenied}</Text>
      </Stack>
    </FrontPage>
  );
}

function Consent({ request, described }: { request: string; described: Request }) {
  const { clientName, scopes: asked } = described;
  const mutate = useMutate();
  const { user } = useViewer();
  const { choices } = useProjects();
  const [chosen, setChosen] = useState(readLastPlace()?.project ?? '');
  const [granted, setGranted] = useState<readonly AppScope[]>(asked);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const projectId = choices.some(({ value }) => value === chosen) ? chosen : (choices[0]?.value ?? '');

  const decide = async (isApproved: boolean) => {
    setBusy(true);
    const { failure: refused, payload } = isApproved
      ? await mutate(ApproveAuthorizationDocument, { request, projectId, scopes: [...granted] })
      : await mutate(DenyAuthorizationDocument, { request });
    // The buttons stay disabled until the browser leaves the page.
    if (payload) return window.location.assign(payload.redirectUrl);
    setFailure(refused.message);
    setBusy(false);
  };
  return (
    <FrontPage title={words.connectClientName(clientName)} width={520}>
      <Stack>
        <Text>
          <Sentence
            text={user ? words.accessRequestAs(user.email) : words.accessRequest}
            parts={{ app: <b>{clientName}</b> }}
          />
        </Text>
        <ClientFacts {...described} />
        <FailureAlert message={failure} />
        <Select
          label={words.project}
          description={words.projectHint}
          choices={choices}
          value={projectId}
          onChange={setChosen}
        />
        <Checkbox.Group
          label={words.permissions}
          value={[...granted]}
          onChange={(values) => setGranted(asked.filter((scope) => values.includes(scope)))}
        >
          <Stack gap="xs" mt="xs">
            {scopes
              .filter(({ value }) => asked.includes(value))
              .map(({ value, label, description }) => (
                <Checkbox key={value} value={value} label={label} description={description} />
              ))}
          </Stack>
        </Checkbox.Group>
        <p className="t3">{words.revokeHint}</p>
        <Group justify="flex-end">
          <Button variant="default" disabled={isBusy} onClick={() => void decide(false)}>
            {words.deny}
          </Button>
          <Button
            loading={isBusy}
            disabled={granted.length === 0 || projectId === ''}
            onClick={() => void decide(true)}
          >
            {words.allow}
          </Button>
        </Group>
      </Stack>
    </FrontPage>
  );
}

function ClientFacts({ clientId, clientUri, isVerified, redirectUri }: Request) {
  const target = new URL(redirectUri);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(target.hostname);
  return (
    <Stack gap="xs">
      <p>
        <Sentence text={words.redirectHint} parts={{ address: <Code>{target.host || target.protocol}</Code> }} />
      </p>
      {isVerified ? (
        <p>
          {words.identifiedByAddress} <Code>{new URL(clientId).host}</Code>.
        </p>
      ) : (
        <Alert color="yellow">{words.nameUnverified}</Alert>
      )}
      {isLocal && <Alert color="yellow">{words.localAppWarning}</Alert>}
      {clientUri && (
        <p>
          {words.website}{' '}
          <Anchor href={clientUri} target="_blank" rel="noreferrer noopener">
            {clientUri}
          </Anchor>
        </p>
      )}
    </Stack>
  );
}
