import type { AppContext } from '../../context.js';
import { logStreamFormats, type LogStreamFormat } from '../../log-streams/log-record.js';
import type { LogStreamSource } from '../../stores/log-stream/log-stream-store.js';
import { collectFieldErrors, type FieldErrorCollector } from '../../validate.js';
import { readReceiverUrl } from '../shared/receiver-url.js';
import { readName } from '../shared/text-fields.js';

export { logStreamFormats };

/** Unvalidated settings of a log stream. Null and undefined mean the default, or no change in an update. */
export interface LogStreamSettings {
  readonly name?: string | null | undefined;
  readonly url?: string | null | undefined;
  /** Token of the endpoint, 1 to 1,000 visible ASCII characters. Default: batches are signed instead. */
  readonly token?: string | null | undefined;
  /** Default true. */
  readonly isCompressed?: boolean | null | undefined;
  /** 1 to 1,000. Default 500. */
  readonly batchSize?: number | null | undefined;
  /** Default true. */
  readonly isActive?: boolean | null | undefined;
}

export interface LogStreamInput extends LogStreamSettings {
  readonly organizationId?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly source: LogStreamSource;
  readonly format: LogStreamFormat;
}

/** Validated settings. Undefined if not given. */
type ValidLogStreamSettings = {
  readonly [Name in keyof Required<LogStreamSettings>]: NonNullable<LogStreamSettings[Name]> | undefined;
};

const batchSizeMax = 1_000;

/** Validates settings. @param required fields that must be given. @throws ValidationError by field */
export function readLogStreamSettings(
  ctx: AppContext,
  input: LogStreamSettings,
  required: readonly ('name' | 'url')[],
): ValidLogStreamSettings {
  const check = collectFieldErrors();
  const isGiven = (field: 'name' | 'url') => input[field] != null || required.includes(field);
  const batchSize = input.batchSize ?? undefined;
  if (batchSize !== undefined && !(Number.isInteger(batchSize) && batchSize >= 1 && batchSize <= batchSizeMax))
    check.add('batchSize', `must be a whole number from 1 to ${batchSizeMax}.`);
  const settings = {
    name: isGiven('name') ? readName(check, 'name', input.name) : undefined,
    url: isGiven('url') ? readReceiverUrl(ctx, check, input.url) : undefined,
    token: readToken(check, input.token ?? undefined),
    isCompressed: input.isCompressed ?? undefined,
    batchSize,
    isActive: input.isActive ?? undefined,
  };
  check.throwIfAny();
  return settings;
}

function readToken(check: FieldErrorCollector, token: string | undefined): string | undefined {
  if (token !== undefined && !/^[\x21-\x7e]{1,1000}$/.test(token))
    check.add('token', 'must have 1 to 1,000 visible ASCII characters without blanks.');
  return token;
}
