import type { AuthMode } from '../../auth/caller.js';
import { httpStatus, type ErrorCode } from '../../errors.js';
import { redactMessage } from '../../redact.js';
import type { LoggedError, OperationType, RequestOutcome } from '../../events/request-log-stream.js';
import { createMeter, type Meter } from '@memory-gateway/meter';
import { toDomainError, toStatus } from '../errors.js';

/** Facts about a request or GraphQL operation, collected while it runs and written to the request log at its end. */
export interface RequestAudit {
  authType: AuthMode;
  userId: string | null;
  keyPrefix: string | null;
  /** First project that the request used, and further ones. */
  projectId: string | null;
  otherProjectIds: string[];
  /** First memories and events of the request, for links. */
  memoryIds: string[];
  eventIds: string[];
  /** GraphQL operation name or REST operation ID. */
  operation: string | null;
  operationType: OperationType | null;
  rootField: string | null;
  /** Fields that the GraphQL operation selects, as `Type.field`. Empty: it was not executed. */
  usedFields: readonly string[];
  /** Outcome of the GraphQL operation. Null: the status decides. */
  outcome: RequestOutcome | null;
  errors: LoggedError[];
  /** Cost of the GraphQL operation in points. */
  cost: number | null;
  /** Name and version sent by an MCP client. Null: the headers name the client. */
  client: string | null;
  clientVersion: string | null;
  readonly meter: Meter;
}

export function createEmptyAudit(): RequestAudit {
  return {
    authType: 'none',
    userId: null,
    keyPrefix: null,
    projectId: null,
    otherProjectIds: [],
    memoryIds: [],
    eventIds: [],
    operation: null,
    operationType: null,
    rootField: null,
    usedFields: [],
    outcome: null,
    errors: [],
    cost: null,
    client: null,
    clientVersion: null,
    meter: createMeter(),
  };
}

const projectsMax = 20;

/** Records that the request used a project. */
export function noteProject(audit: RequestAudit, projectId: string): void {
  if (audit.projectId === null) audit.projectId = projectId;
  else if (audit.projectId !== projectId && !audit.otherProjectIds.includes(projectId)) {
    if (audit.otherProjectIds.length < projectsMax) audit.otherProjectIds.push(projectId);
  }
}

/** Maximum number of ids recorded per request. */
const memoriesMax = 10;
const eventsMax = 5;

/** Records the memories or events that the request read or changed. The log keeps the first of each. */
export function noteObjects(audit: RequestAudit, kind: 'memory' | 'event', ids: readonly string[]): void {
  const [list, most] = kind === 'memory' ? [audit.memoryIds, memoriesMax] : [audit.eventIds, eventsMax];
  for (const id of ids) {
    if (list.length >= most) return;
    if (!list.includes(id)) list.push(id);
  }
}

/** Maximum number of errors recorded per request. */
const errorsMax = 10;

/** Records an error that the client receives. `path` is its path in a GraphQL response. */
export function noteError(audit: RequestAudit, error: unknown, path: string | null = null): void {
  if (audit.errors.length < errorsMax) audit.errors.push(toLoggedError(error, path));
}

/** Records an error in the words of a REST response, which names fields differently. */
export function noteErrorText(audit: RequestAudit, error: unknown, text: string): void {
  const logged = toLoggedError(error, null);
  // Without a message: the error is internal.
  const message = logged.message === null ? null : redactMessage(text);
  if (audit.errors.length < errorsMax) audit.errors.push({ ...logged, message });
}

/** Converts an error to its request log form. Messages of internal errors are omitted. */
function toLoggedError(error: unknown, path: string | null): LoggedError {
  const known = toDomainError(error);
  if (!known) return { code: 'INTERNAL', path, message: null };
  // Fastify's own errors, such as 413 and 415, carry a status only.
  const status = toStatus(error);
  const code = status === known.status ? known.code : toErrorCode(status);
  return { code, path, message: redactMessage(known.message) };
}

export function toErrorCode(status: number): ErrorCode {
  const codes = Object.keys(httpStatus) as ErrorCode[];
  const found = codes.find((code) => httpStatus[code] === status);
  return found ?? (status >= 500 ? 'INTERNAL' : 'BAD_USER_INPUT');
}

/** Returns the outcome of a response without a GraphQL result. */
export function toOutcomeOfStatus(status: number): RequestOutcome {
  if (status < 400) return 'OK';
  return status < 499 ? 'REFUSED' : 'FAILED';
}

export function isServerFault(code: string): boolean {
  return (httpStatus[code as ErrorCode] ?? 400) >= 500;
}
