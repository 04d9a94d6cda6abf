import type { CombinedError } from 'urql';
import { SessionUnanswered } from './access-token';

/** What went wrong with a call: for a person, and by field where the input was at fault. */
export interface Failure {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Class of a failed call of a model, such as `provider_timeout`. */
  readonly reason?: string;
  /** Of the request, where the server sent one. */
  readonly requestId?: string;
}

interface ErrorMember {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly fields?: ReadonlyArray<{ readonly field: string; readonly messages: readonly string[] }>;
}

/** The failure of a call that has not come to a result. */
export function toFailure(error: CombinedError): Failure {
  if (error.networkError instanceof SessionUnanswered) return { message: error.networkError.message, fields: {} };
  if (error.networkError) return { message: 'The server could not be reached. Is it running?', fields: {} };
  const { reason, requestId } = error.graphQLErrors[0]?.extensions ?? {};
  return {
    message: error.graphQLErrors.map(({ message }) => message).join(' ') || error.message,
    fields: {},
    ...(typeof reason === 'string' && { reason }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}

/** The failure that a mutation answered; null when it succeeded. */
export function failureIn(result: { readonly __typename: string } | null | undefined): Failure | null {
  if (!result?.__typename.endsWith('Error')) return null;
  const { message = 'The request failed.', fields = [] } = result as ErrorMember;
  return {
    message,
    fields: Object.fromEntries(
      fields.map(({ field, messages }) => [field.replace(/^input\./, ''), messages.join(' ')]),
    ),
  };
}
