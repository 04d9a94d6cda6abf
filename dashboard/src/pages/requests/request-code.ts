import { requestsTexts as words } from '../../texts/requests';
import type { LoggedRequest } from './logged-request';
import { isCut, type RequestDetails } from './request-details';

export type CodeLanguage = 'curl' | 'typescript' | 'python';

/** Formats in which a request can be copied. */
export const codeLanguages: readonly { readonly value: CodeLanguage; readonly label: string }[] = [
  { value: 'curl', label: words.curl },
  { value: 'typescript', label: words.typescript },
  { value: 'python', label: words.python },
];

const keyVariable = 'MEMORY_GATEWAY_API_KEY';

export const hasBody = ({ method }: LoggedRequest): boolean => !['GET', 'HEAD', 'DELETE'].includes(method);

/**
 * Returns code that sends the request again, with its credential in an environment variable. A request that was sent
 * without a credential is repeated without one. A body that is not stored whole is a placeholder.
 */
export function toCode(request: RequestDetails, language: CodeLanguage): string {
  const method = ['WS', 'STDIO'].includes(request.method) ? 'POST' : request.method;
  const url = `${window.location.origin}${request.body?.url ?? request.path}`;
  const body = toBody(request);
  const sent = { method, url, hasKey: hasCredential(request), headers: toHeaders(request, body), body };
  if (language === 'curl') return toCurl(sent);
  return language === 'typescript' ? toTypeScript(sent) : toPython(sent);
}

interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly hasKey: boolean;
  /** Without the credential. A request with a body has a content type. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. Null without a body. */
  readonly body: string | null;
}

function toBody(request: RequestDetails): string | null {
  const { body, bytesIn } = request;
  if (body && body.request !== null) return isCut(body, 'request') ? '{}' : body.request;
  return hasBody(request) && (!body || bytesIn !== 0) ? '{}' : null;
}

// A refused key leaves its prefix. Without authentication, a server ignores credentials.
const hasCredential = ({ authMode, keyPrefix }: LoggedRequest) =>
  keyPrefix !== null || (authMode !== 'NONE' && authMode !== 'DISABLED');

const toHeaders = ({ path }: LoggedRequest, body: string | null): Record<string, string> => ({
  ...(path === '/mcp' && { Accept: 'application/json, text/event-stream' }),
  ...(body !== null && { 'Content-Type': 'application/json' }),
});

function toCurl({ method, url, hasKey, headers, body }: SentRequest): string {
  // curl would expand brackets and braces of a URL, and resolve its dots.
  const flags = [...(/[[\]{}]/.test(url) ? ['--globoff'] : []), ...(/\/\.\.?(\/|$)/.test(url) ? ['--path-as-is'] : [])];
  const verb = method === 'HEAD' ? ['--head'] : method === 'GET' ? [] : ['-X', method];
  return [
    ['curl', ...flags, ...verb, quoteForShell(url)].join(' '),
    ...(hasKey ? [`  -H "Authorization: Bearer $${keyVariable}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`  --data-raw ${quoteForShell(body)}`]),
  ].join(' \\\n');
}

/** Quotes a text for a POSIX shell, which changes nothing between single quotes. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function toTypeScript({ method, url, hasKey, headers, body }: SentRequest): string {
  const key = hasKey ? [`Authorization: \`Bearer \${process.env.${keyVariable}}\``] : [];
  const fields = [...key, ...Object.entries(headers).map(([name, value]) => `${toJson(name)}: ${toJson(value)}`)];
  return [
    `const response = await fetch(${toJson(url)}, {`,
    `  method: '${method}',`,
    ...(fields.length > 0 ? [`  headers: { ${fields.join(', ')} },`] : []),
    ...(body === null ? [] : [`  body: JSON.stringify(${body}),`]),
    '});',
  ].join('\n');
}

function toPython({ method, url, hasKey, headers, body }: SentRequest): string {
  const key = hasKey ? [`"Authorization": f"Bearer {os.environ['${keyVariable}']}"`] : [];
  const fields = [...key, ...Object.entries(headers).map(([name, value]) => `${toJson(name)}: ${toJson(value)}`)];
  return [
    'import os, requests',
    `response = requests.request("${method}", ${toJson(url)},`,
    `    headers={${fields.join(', ')}}${body === null ? '' : `, data=${toJson(body)}.encode()`})`,
  ].join('\n');
}

const toJson = (text: string) => JSON.stringify(text);
