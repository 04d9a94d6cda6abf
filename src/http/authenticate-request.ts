import type { FastifyRequest } from 'fastify';
import type { createAuthenticator } from '../auth/authenticate.js';
import { createContext, type AppContext, type Services } from '../context.js';
import { UnauthenticatedError } from '../errors.js';
import type { CallLimit, Quota, RefusalLimit } from './limits/call-limit.js';
import { fromHeaders, type Credentials } from './credentials.js';
import { toDevice } from './device.js';
import { readPosition } from './read-position.js';
import { noteError, noteObjects, noteProject, type RequestAudit } from './request-log/request-audit.js';

type Authenticator = ReturnType<typeof createAuthenticator>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Context of the request. Null before authentication. */
    context: AppContext | null;
  }
}

export function getRequestContext(request: FastifyRequest | undefined): AppContext {
  if (!request?.context) throw new Error('The request was not authenticated.');
  return request.context;
}

export interface AuthenticationInput {
  readonly services: Services;
  readonly authenticator: Authenticator;
  /** Null if requests are not limited. */
  readonly calls: CallLimit | null;
  /** Null: wrong credentials are not limited. */
  readonly refusals: RefusalLimit | null;
}

/**
 * Returns a hook that authenticates a request and sets its context.
 * @param resourceOf returns the URL of the MCP endpoint, the only place where access tokens of connected apps are valid
 * @throws UnauthenticatedError for a wrong credential
 */
export function authenticateRequest(
  input: AuthenticationInput,
  resourceOf?: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { services } = input;
    const { id: requestId, ip: clientAddress, audit } = request;
    const noteQuota = (quota: Quota): void => void (request.quota = quota);
    request.context = await authenticatedContext(input, {
      credentials: { ...fromHeaders(request.headers), resource: resourceOf?.(request) },
      requestId,
      clientAddress,
      audit,
      noteQuota,
      device: toDevice(request.headers['user-agent']),
      lastEventId: lastEventId(request.headers),
      position: services.replication && readPosition(request),
    });
  };
}

/**
 * Creates the context of a request or a WebSocket operation, and records the caller for the request log.
 * @throws UnauthenticatedError for a wrong credential
 * @throws RateLimitedError if the caller's request limit is exceeded
 */
export async function authenticatedContext(
  { services, authenticator, calls, refusals }: AuthenticationInput,
  request: {
    credentials: Credentials;
    requestId: string;
    clientAddress: string | null;
    audit: RequestAudit;
    noteQuota?: (quota: Quota) => void;
    device?: string | null;
    lastEventId?: string | null;
    position?: string | null;
  },
): Promise<AppContext> {
  const { audit, credentials, requestId, clientAddress } = request;
  const { caller } = await authenticator.authenticate(credentials).catch(async (error: unknown) => {
    noteAttempt(audit, error);
    if (error instanceof UnauthenticatedError) await refusals?.count(clientAddress);
    throw error;
  });
  audit.authType = caller.mode;
  audit.userId = caller.user?.id ?? null;
  audit.keyPrefix = caller.key?.prefix ?? null;
  audit.projectId = caller.key?.projectId ?? null;
  services.replication?.follow(audit.meter, caller, request.position ?? null);
  const quota = await calls?.take(caller, clientAddress);
  if (quota) request.noteQuota?.(quota);
  if (quota?.refusal) throw quota.refusal;
  return createContext(services, {
    caller,
    requestId,
    clientAddress,
    device: request.device ?? null,
    lastEventId: request.lastEventId ?? null,
    recheck: async () => (await authenticator.authenticate(credentials)).caller,
    noteProject(projectId, storesBodies) {
      noteProject(audit, projectId);
      services.requestBodies?.noteSetting(projectId, storesBodies);
    },
    noteObjects: (kind, ids) => noteObjects(audit, kind, ids),
    noteError: (error, path) => noteError(audit, error, path),
    noteCost: (points) => {
      audit.cost = points;
    },
  });
}

function lastEventId({ 'last-event-id': id }: FastifyRequest['headers']): string | null {
  return typeof id === 'string' && id !== '' ? id : null;
}

// The request log shows a refused credential under the type that it claimed to be.
function noteAttempt(audit: RequestAudit, error: unknown): void {
  if (!(error instanceof UnauthenticatedError)) return;
  const { mode, keyPrefix } = error as UnauthenticatedError & {
    mode?: RequestAudit['authType'];
    keyPrefix?: string | null;
  };
  audit.authType = mode ?? 'none';
  audit.keyPrefix = keyPrefix ?? null;
}
