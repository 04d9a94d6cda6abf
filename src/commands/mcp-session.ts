import type { McpWorker } from '../app.js';
import { createAuthenticator } from '../auth/authenticate.js';
import { createContext, type AppContext } from '../context.js';
import { currentProject } from '../resolvers/project/current-project.js';
import { newId } from '../ids.js';

export interface McpCredential {
  /** API key that determines project and permissions. Null: full access, as the operator of the data directory. */
  readonly apiKey: string | null;
  /** Owner of memories that name none. */
  readonly userId: string | null;
}

/** The credential of the process, checked again for each request. */
export interface McpSession {
  readonly projectId: string;
  readonly defaultUserId: string;
  /** Creates the context of a request for the caller of the last check. A context caches memberships, so requests share none. */
  createRequest(): AppContext;
  /** Authenticates the credential again. @throws UnauthenticatedError if it was revoked or expired */
  authenticate(): Promise<void>;
  /** Authenticates the credential again and counts a request. @throws UnauthenticatedError; RateLimitedError */
  admit(): Promise<void>;
  close(): Promise<void>;
}

/** Authenticates the credential of the process. @throws UnauthenticatedError */
export async function openMcpSession(
  { services, calls }: Pick<McpWorker, 'services' | 'calls'>,
  { apiKey, userId }: McpCredential,
): Promise<McpSession> {
  const { config } = services;
  const credentials = apiKey === null ? {} : { apiKey };
  const authenticator = createAuthenticator(
    apiKey === null ? { ...services, config: { ...config, auth: { ...config.auth, disabled: true } } } : services,
  );
  const findCaller = async () => (await authenticator.authenticate(credentials)).caller;
  let caller = await findCaller();
  const createRequest = () =>
    createContext(services, { caller, requestId: newId().replaceAll('-', '').slice(-16), recheck: findCaller });
  const authenticate = async () => {
    caller = await findCaller();
  };
  return {
    projectId: (await currentProject(createRequest())).projectId,
    defaultUserId: userId ?? caller.user?.email ?? 'default',
    createRequest,
    authenticate,
    async admit() {
      await authenticate();
      const refusal = (await calls?.take(caller, null))?.refusal;
      if (refusal) throw refusal;
    },
    close: () => authenticator.close(),
  };
}
