import type { AuthMode } from '../auth/caller.js';
import { httpStatus, type ErrorCode } from '../errors.js';
import { redactMessage } from '../engine/redact.js';
import type { LoggedError, OperationType, RequestOutcome } from '../events/request-log-stream.js';
import { createMeter, type Meter } from '../meter.js';
import { toDomainError, toStatus } from './errors.js';

/** Facts about a request or GraphQL operation, collected while it runs and written to the request log when it ends. */
export interface RequestAudit {
  authType: AuthMode;
  userId: string | null;
  keyPrefix: string | null;
  /** The first project that the request entered, and further ones. */
  projectId: string | null;
  otherProjectIds: string[];
  /** GraphQL operation name or REST operation ID. */
  operation: string | null;
  operationType: OperationType | null;
  /** First root field of the GraphQL operation. */
  rootField: string | null;
  /** Outcome of the GraphQL operation; null lets the status decide. */
  outcome: RequestOutcome | null;
  errors: LoggedError[];
  /** Cost of the GraphQL operation in points. */
  cost: number | null;
  /** Name and version that an MCP client gives itself; null: headers name the client. */
  client: string | null;
  clientVersion: string | null;
  readonly meter: Meter;
}

/** Creates the audit of a request about which nothing is known yet. */
export function createEmptyAudit(): RequestAudit {
  return {
    authType: 'none',
    userId: null,
    keyPrefix: null,
    projectId: null,
    otherProjectIds: [],
    operation: null,
    operationType: null,
    rootField: null,
    outcome: null,
    errors: [],
    cost: null,
    client: null,
    clientVersion: null,
    meter: createMeter(),
  };
}

const projectsMax = 20;

/** Records that the request entered a project. */
export function noteProject(audit: RequestAudit, projectId: string): void {
  if (audit.projectId === null) audit.projectId = projectId;
  else if (audit.projectId !== projectId && !audit.otherProjectIds.includes(projectId)) {
    if (audit.otherProjectIds.length < projectsMax) audit.otherProjectIds.push(projectId);
  }
}

/** Errors collected of one request; more of them say nothing new. */
const errorsMax = 10;

/** Records an error that the client receives. `path` is the path in a GraphQL response. */
export function noteError(audit: RequestAudit, error: unknown, path: string | null = null): void {
  if (audit.errors.length < errorsMax) audit.errors.push(toLoggedError(error, path));
}

/** Describes an error in the form of the request log. Messages of defects are left out. */
export function toLoggedError(error: unknown, path: string | null): LoggedError {
  const known = toDomainError(error);
  if (!known) return { code: 'INTERNAL', path, message: null };
  // Fastify's own refusals, such as 413 and 415, have no code of their own.
  const status = toStatus(error);
  const code = status === known.status ? known.code : toErrorCode(status);
  return { code, path, message: redactMessage(known.message) };
}

/** Returns the error code for a status that no error explains. */
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

/** Whether the code blames the server instead of the request. */
export function isServerFault(code: string): boolean {
  return (httpStatus[code as ErrorCode] ?? 400) >= 500;
}
