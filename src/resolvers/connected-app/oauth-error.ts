import { DomainError } from '../../errors.js';

/** Error codes of OAuth 2.1, RFC 7591 (registration) and RFC 8707 (resource indicators) that this server returns. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A rejected OAuth request. The client's developer reads the message, so it contains no secret. */
export class OauthError extends DomainError {
  constructor(
    readonly oauthCode: OauthErrorCode,
    message: string,
  ) {
    super('BAD_USER_INPUT', message, { reason: oauthCode });
  }
}
