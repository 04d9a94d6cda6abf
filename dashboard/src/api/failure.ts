import type { CombinedError } from 'urql';
import { SessionUnanswered } from './access-token';
import { commonTexts as words } from '../texts/common';

/** Failure of a request: a message for the user, and messages by input field. */
export interface Failure {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Class of a model failure, such as `provider_timeout`. */
  readonly reason?: string;
  /** Whether the request had no response. It is sent again when the server is back. */
  readonly isUnreachable?: boolean;
  /** Whether the server was too busy, or without its database: what is on screen may still be right. */
  readonly isPassing?: boolean;
  /** Whether the viewer may not see this. */
  readonly isForbidden?: boolean;
  /** Whether the object does not exist, or the viewer has no access to it. */
  readonly isMissing?: boolean;
  /** Whether another object stands in the way, such as a user with the same address. */
  readonly isConflict?: boolean;
  /** Id of the request, if the server sent one. */
  readonly requestId?: string;
}

export function toFailure(error: CombinedError): Failure {
  if (error.networkError instanceof SessionUnanswered) return { message: error.networkError.message, fields: {} };
  if (error.networkError) return { message: words.serverUnreachable, fields: {}, isUnreachable: true };
  const { reason, requestId, retryAfterSeconds, fields = {} } = error.graphQLErrors[0]?.extensions ?? {};
  if (hasCode(error, 'RATE_LIMITED'))
    return { message: words.requestLimit(Number(retryAfterSeconds)), fields: {}, isPassing: true };
  return {
    message: error.graphQLErrors.map(({ message }) => message).join(' ') || error.message,
    fields: Object.fromEntries(
      Object.entries(fields as Record<string, string[]>).map(([field, messages]) => [
        field.replace(/^input\./, ''),
        messages.map(withoutName).join(' '),
      ]),
    ),
    ...(isUnavailable(error) && { isPassing: true }),
    ...(hasCode(error, 'FORBIDDEN') && { isForbidden: true }),
    ...(hasCode(error, 'NOT_FOUND') && { isMissing: true }),
    ...(hasCode(error, 'CONFLICT') && { isConflict: true }),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}

const hasCode = ({ graphQLErrors }: CombinedError, code: string): boolean =>
  graphQLErrors.some(({ extensions }) => extensions.code === code);

export const isForbidden = (error: CombinedError): boolean => hasCode(error, 'FORBIDDEN');

/** Whether an error says that the server cannot do this at the moment, for example without its database. */
export const isUnavailable = (error: CombinedError): boolean => hasCode(error, 'UNAVAILABLE');

/** Whether an error is about the moment, and not about what was asked for: data that was read before stays on screen. */
export const isPassing = (error: CombinedError): boolean =>
  error.networkError !== undefined || isSessionOver(error) || isUnavailable(error) || hasCode(error, 'RATE_LIMITED');

export const isSessionOver = (error: CombinedError): boolean => hasCode(error, 'UNAUTHENTICATED');

/** Drops the name of the field, whose label is beside the message: "`topK` must be …" becomes "Must be …". */
function withoutName(message: string): string {
  return message.replace(
    /^`[^`]+` (must|may|is|has|contains|cannot)\b/,
    (_, verb: string) => verb[0]?.toUpperCase() + verb.slice(1),
  );
}
