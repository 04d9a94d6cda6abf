import { createContext, useContext } from 'react';
import type { LoginMutation, ViewerQuery } from '../api/graphql';
import type { Payloads } from '../../../client/payloads';

export type Viewer = ViewerQuery['viewer'];
export type NewSession = Payloads<LoginMutation>['login']['session'];

export type SessionState =
  | { readonly kind: 'loading' }
  /** The server did not respond as expected. */
  | { readonly kind: 'broken'; readonly message: string }
  /** No admin exists yet. */
  | { readonly kind: 'setup' }
  /** `hasEnded`: the session ended while it was in use, without a sign-out in this tab. */
  | { readonly kind: 'signed-out'; readonly hasEnded: boolean }
  /** `hasEnded`: it ended likewise, and the page stays below the sign-in, because it has text that is not saved. */
  | { readonly kind: 'signed-in'; readonly viewer: Viewer; readonly hasEnded: boolean };

export interface Session {
  readonly state: SessionState;
  /** Starts a session with the tokens of a sign-in. */
  enter(session: NewSession): Promise<void>;
  leave(): Promise<void>;
  /** Reloads the signed-in user. */
  reload(): Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no SessionProvider above.');
  return session;
}

/** Returns the signed-in user, on pages that require a session. */
export function useViewer(): Viewer {
  const { state } = useSession();
  if (state.kind !== 'signed-in') throw new Error('This page requires a session.');
  return state.viewer;
}
