import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Provider, type Client } from 'urql';
import { SetupStatusDocument, ViewerDocument } from '../api/graphql';
import { dropTokens, storeTokens } from '../api/access-token';
import { createApiClient } from '../api/client';
import { toFailure } from '../api/failure';
import { useInterval } from '../components/use-interval';
import { forgetSession } from './own-storage';
import { SessionContext, type NewSession, type SessionState } from './session';
import { sessionTexts as words } from '../texts/session';

const retryEveryMs = 2_000;

/** Provides the session. Each session gets its own client, so that users never see cached data of others. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  const [generation, setGeneration] = useState(0);
  const api = useMemo(() => createApiClient(() => setState(endSession)), [generation]);
  const { client } = api;

  const reload = useCallback(async () => setState(await whoIsThere(client)), [client]);
  useEffect(() => void reload(), [reload]);
  useEffect(() => () => api.close(), [api]);
  const isSignedIn = state.kind === 'signed-in';
  useEffect(() => (isSignedIn ? api.connect() : undefined), [api, isSignedIn]);
  const isBroken = state.kind === 'broken';
  useInterval(() => void reload(), isBroken ? retryEveryMs : null);

  const session = useMemo(
    () => ({
      state,
      reload,
      async enter(tokens: NewSession) {
        await storeTokens(tokens);
        setGeneration((count) => count + 1);
      },
      async leave() {
        await dropTokens();
        if (state.kind === 'signed-in') forgetSession(state.viewer.user?.id);
        setState({ kind: 'signed-out', hasEnded: false });
        setGeneration((count) => count + 1);
      },
    }),
    [state, reload],
  );
  return (
    <SessionContext value={session}>
      <Provider value={client}>{children}</Provider>
    </SessionContext>
  );
}

function endSession(state: SessionState): SessionState {
  if (state.kind === 'signed-out') return state;
  if (state.kind === 'signed-in' && hasTypedText()) return { ...state, hasEnded: true };
  return { kind: 'signed-out', hasEnded: state.kind === 'signed-in' };
}

async function whoIsThere(client: Client): Promise<SessionState> {
  const policy = { requestPolicy: 'network-only' } as const;
  const [setup, { data, error }] = await Promise.all([
    client.query(SetupStatusDocument, {}, policy),
    client.query(ViewerDocument, {}, policy),
  ]);
  if (setup.error?.networkError) return { kind: 'broken', message: toFailure(setup.error).message };
  if (data)
    return setup.data?.setupStatus.needsSetup && data.viewer.authMode !== 'DISABLED'
      ? { kind: 'setup' }
      : { kind: 'signed-in', viewer: data.viewer, hasEnded: false };
  if (setup.data?.setupStatus.needsSetup) return { kind: 'setup' };
  const isNobody = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
  return isNobody
    ? { kind: 'signed-out', hasEnded: false }
    : { kind: 'broken', message: error ? toFailure(error).message : words.noResponse };
}

/** Whether the page has text or files of the viewer that are not saved. The parts of a page that keep such input say so. */
const hasTypedText = (): boolean => document.querySelector('[data-typed]') !== null;
