import type { RequestLogPartsFragment } from '../../api/graphql';
import type { Outcome } from '../../components/outcome-badge';
import { getAuthLabel } from '../../components/auth-label';

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

export function toReason(row: LoggedRequest): string | null {
  const [first] = row.errors ?? [];
  return first ? (first.message ?? first.code) : null;
}

export const toAuthLabel = ({ authType, authMode }: LoggedRequest): string => getAuthLabel(authType ?? authMode ?? '');
