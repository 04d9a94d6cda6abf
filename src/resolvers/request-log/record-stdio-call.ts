import type { AppContext } from '../../context.js';
import { redactMessage } from '../../redact.js';
import { DomainError, isDatabaseFault, UnavailableError } from '../../errors.js';
import { createMeter, runMetered } from '@memory-gateway/meter';
import type { RequestLogEntry } from '../../stores/request-log/request-log-entry.js';

export interface StdioCall {
  readonly projectId: string;
  /** Name in the request log, such as `mcp search_memories`. */
  readonly operation: string;
  /** Name and version that the client sent in the handshake. Null: the client sent none. */
  readonly client: { readonly name: string; readonly version: string } | null;
}

/** Runs a call that arrived over stdio and writes it to the request log with the method `STDIO`. @throws as `run` */
export async function recordStdioCall<Result>(
  ctx: AppContext,
  call: StdioCall,
  run: () => Promise<Result>,
): Promise<Result> {
  const meter = createMeter();
  ctx.replication?.follow(meter, ctx.caller, null);
  const createdAt = ctx.now();
  const startMs = performance.now();
  let failure: unknown = null;
  try {
    return await runMetered(meter, run);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    ctx.requestLogs.record({
      ...toEntry(ctx, call),
      ...toOutcome(failure),
      latencyMs: performance.now() - startMs,
      databaseMs: meter.databaseMs,
      modelMs: meter.modelMs,
      modelTokens: meter.modelTokens,
      createdAt,
    });
  }
}

function toEntry({ caller, requestId }: AppContext, { projectId, operation, client }: StdioCall) {
  return {
    method: 'STDIO',
    path: '/mcp',
    operation,
    operationType: null,
    authType: caller.mode,
    userId: caller.user?.id ?? null,
    keyPrefix: caller.key?.prefix ?? null,
    projectId,
    otherProjectIds: [],
    memoryIds: [],
    eventIds: [],
    requestId,
    traceId: null,
    client: client?.name ?? null,
    clientVersion: client?.version ?? null,
    clientAddress: null,
    bytesIn: null,
    bytesOut: null,
    cost: null,
  };
}

function toOutcome(failure: unknown): Pick<RequestLogEntry, 'statusCode' | 'outcome' | 'errors'> {
  if (failure === null) return { statusCode: 200, outcome: 'OK', errors: [] };
  const error = isDatabaseFault(failure) ? new UnavailableError() : failure;
  if (!(error instanceof DomainError))
    return { statusCode: 500, outcome: 'FAILED', errors: [{ code: 'INTERNAL', path: null, message: null }] };
  const { status, code, message } = error;
  return {
    statusCode: status,
    outcome: status < 500 ? 'REFUSED' : 'FAILED',
    errors: [{ code, path: null, message: redactMessage(message) }],
  };
}
