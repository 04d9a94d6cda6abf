import { findRedirectUriError } from './redirect-uri.js';
import { OauthError, type OauthErrorCode } from './oauth-error.js';

/** A client that may ask users for access. All clients are public: they have no secret. */
export interface OauthClient {
  /** URL of the client's metadata document, or the signed id of a registration. */
  readonly id: string;
  readonly name: string;
  readonly uri: string | null;
  readonly redirectUris: readonly string[];
  /** Whether the id is a URL, whose domain proves name and redirect URIs. Registered clients choose their own name. */
  readonly isVerified: boolean;
}

const namesMax = 100;
const urisMax = 10;

/** Validates client metadata of RFC 7591 or of a client ID metadata document. @throws OauthError */
export function readClientMetadata(value: unknown): Pick<OauthClient, 'name' | 'uri' | 'redirectUris'> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw refusal('invalid_client_metadata', 'The metadata of the client must be a JSON object.');
  const metadata = value as Record<string, unknown>;
  const { redirect_uris: uris, client_name: name, client_uri: uri } = metadata;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > urisMax)
    throw refusal('invalid_redirect_uri', `redirect_uris must list 1 to ${urisMax} URIs.`);
  for (const each of uris) {
    const problem = findRedirectUriError(each);
    if (problem !== null) throw refusal('invalid_redirect_uri', problem);
  }
  assertSupports(metadata.grant_types, 'grant_types', 'authorization_code');
  assertSupports(metadata.response_types, 'response_types', 'code');
  return { name: readName(name), uri: readUri(uri), redirectUris: uris as string[] };
}

function readName(name: unknown): string {
  if (name === undefined) return 'Unnamed MCP client';
  // Invisible and direction characters could disguise the name on the consent page.
  if (typeof name === 'string' && name.trim() !== '' && name.length <= namesMax && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    return name.trim();
  throw refusal('invalid_client_metadata', `client_name must be 1 to ${namesMax} printable characters.`);
}

function readUri(uri: unknown): string | null {
  return typeof uri === 'string' && uri.length <= 500 && /^https:\/\//.test(uri) && URL.canParse(uri) ? uri : null;
}

function assertSupports(given: unknown, field: string, needed: string): void {
  if (given === undefined || (Array.isArray(given) && given.includes(needed))) return;
  throw refusal('invalid_client_metadata', `${field} must include ${needed}.`);
}

const refusal = (code: OauthErrorCode, message: string): OauthError => new OauthError(code, message);
