import type { RequestLogPartsFragment } from '../../../../client/generated/graphql';
import type { Outcome } from '../../components/outcome-badge';
import { locale } from '../../texts/locale';

export type LoggedRequest = RequestLogPartsFragment & {
  readonly outcome?: Outcome;
  readonly errors?: readonly { readonly code: string; readonly message: string | null; readonly path: string | null }[];
  readonly authMode?: string;
  readonly authType?: string;
};

/** Returns the logged outcome of a request, or else the outcome of its status. */
export function toOutcome({ outcome, statusCode }: LoggedRequest): Outcome {
  if (outcome) return outcome;
  if (statusCode >= 500) return 'FAILED';
  return statusCode >= 400 ? 'REFUSED' : 'OK';
}

/** Returns the reason why a request failed, or null. */
export function toReason(row: LoggedRequest): string | null {
  const [first] = row.errors ?? [];
  return first ? (first.message ?? first.code) : null;
}

const authLabels: Readonly<Record<string, string>> = {
  API_KEY: 'API key',
  OAUTH: 'Connected app',
  ADMIN_API_KEY: 'Admin key',
  BEARER: 'Session',
  DISABLED: 'Authentication off',
  NONE: 'No credential',
};

/** Returns the label of a request's credential. */
export function toAuthLabel(row: LoggedRequest): string {
  const mode = row.authType ?? row.authMode ?? '';
  return authLabels[mode] ?? mode;
}

/** Formats a latency, with one decimal below 10 ms. */
export const toLatency = (ms: number): string =>
  `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString(locale)} ms`;

/** Formats the time of day in UTC with milliseconds. */
export const toClock = (at: string): string => new Date(at).toISOString().slice(11, 23);
