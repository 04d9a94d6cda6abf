import type { LoggedRequest } from './logged-request';
import { requestsTexts as words } from '../../texts/requests';

export type CodeLanguage = 'curl' | 'graphql' | 'typescript' | 'python';

/** Formats in which a request can be copied. */
export const codeLanguages: readonly { readonly value: CodeLanguage; readonly label: string }[] = [
  { value: 'curl', label: words.curl },
  { value: 'graphql', label: words.graphql },
  { value: 'typescript', label: words.typescript },
  { value: 'python', label: words.python },
];

/** Returns code that sends the request again. Bodies are not stored, so the code has a placeholder. */
export function toCode(request: LoggedRequest, language: CodeLanguage): string {
  const method = ['WS', 'STDIO'].includes(request.method) ? 'POST' : request.method;
  const url = JSON.stringify(`${window.location.origin}${request.path}`);
  const hasBody = method !== 'GET' && method !== 'DELETE';
  switch (language) {
    case 'graphql':
      return request.path === '/graphql'
        ? `# operation ${request.operation ?? 'without a name'}`
        : `# ${request.operation ?? request.path} is a REST request`;
    case 'typescript':
      return [
        `const response = await fetch(${url}, {`,
        `  method: '${method}',`,
        `  headers: { authorization: \`Token \${process.env.KEY}\`${hasBody ? `, 'content-type': 'application/json'` : ''} },`,
        ...(hasBody ? ['  body: JSON.stringify({}),'] : []),
        '});',
      ].join('\n');
    case 'python':
      return [
        'import os, requests',
        `response = requests.request("${method}", ${url},`,
        `    headers={"Authorization": f"Token {os.environ['KEY']}"}${hasBody ? ', json={}' : ''})`,
      ].join('\n');
    case 'curl':
      return [
        `curl -X ${method} ${url}`,
        `  -H "Authorization: Token $KEY"`,
        ...(hasBody ? [`  -H "Content-Type: application/json" -d '{}'`] : []),
      ].join(' \\\n');
  }
}
