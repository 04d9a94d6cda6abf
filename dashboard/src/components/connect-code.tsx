import { useState } from 'react';
import { commonTexts as words } from '../texts/common';
import { firstRunTexts } from '../texts/first-run';
import { CopyText } from './copy';
import { Segments } from './segments';

const storageKey = 'memory-gateway-language';

function readLanguage(): SnippetLanguage {
  const stored = window.localStorage.getItem(storageKey);
  return snippetLanguages.find(({ value }) => value === stored)?.value ?? 'python';
}

/** Shows code that adds a memory, in the user's last language. @param secret null for a placeholder */
export function ConnectCode({ secret }: { secret: string | null }) {
  const [language, setLanguage] = useState(readLanguage);
  const code = toSnippet(language, secret);
  const choose = (value: string) => {
    window.localStorage.setItem(storageKey, value);
    setLanguage(readLanguage());
  };
  return (
    <div className="connect-code">
      <div className="row wrap" style={{ margin: '10px 0' }}>
        <Segments label={firstRunTexts.language} choices={snippetLanguages} value={language} onChange={choose} />
        <span className="grow" />
        <CopyText text={code} variant="default" />
      </div>
      <pre tabIndex={0} aria-label={firstRunTexts.code} data-testid="snippet">
        {code}
      </pre>
    </div>
  );
}

type SnippetLanguage = 'python' | 'typescript' | 'client' | 'graphql' | 'curl' | 'mcp';

const snippetLanguages: readonly { readonly value: SnippetLanguage; readonly label: string }[] = [
  { value: 'python', label: words.mem0Python },
  { value: 'typescript', label: words.mem0TypeScript },
  { value: 'client', label: words.typedClient },
  { value: 'graphql', label: words.graphql },
  { value: 'curl', label: words.curl },
  { value: 'mcp', label: words.mcp },
];

/** Returns code that adds a memory to this server. @param secret null for a placeholder */
function toSnippet(language: SnippetLanguage, secret: string | null): string {
  const host = window.location.origin;
  const key = secret ?? 'YOUR_API_KEY';
  switch (language) {
    case 'python':
      return [
        'from mem0 import MemoryClient',
        `client = MemoryClient(api_key="${key}", host="${host}")`,
        'client.add([{"role": "user", "content": "I never eat fish."}], user_id="ada")',
      ].join('\n');
    case 'typescript':
      return [
        "import { MemoryClient } from 'mem0ai';",
        `const client = new MemoryClient({ apiKey: '${key}', host: '${host}' });`,
        "await client.add([{ role: 'user', content: 'I never eat fish.' }], { userId: 'ada' });",
      ].join('\n');
    case 'client':
      return [
        "import { AddMemoriesDocument, createClient } from '@memory-gateway/client';",
        `const client = createClient({ url: '${host}', apiKey: '${key}' });`,
        "const messages = [{ role: 'USER', content: 'I never eat fish.' }];",
        "await client.request(AddMemoriesDocument, { input: { userId: 'ada', messages } });",
      ].join('\n');
    case 'graphql':
      return [
        `# POST ${host}/graphql`,
        `# Authorization: Bearer ${key}`,
        'mutation {',
        '  addMemories(input: { userId: "ada", messages: [{ role: USER, content: "I never eat fish." }] }) {',
        '    ... on AddMemoriesPayload { event { id status } }',
        '  }',
        '}',
      ].join('\n');
    case 'curl':
      return [
        `curl ${host}/v3/memories/add/ \\`,
        `  -H "Authorization: Token ${key}" -H "Content-Type: application/json" \\`,
        `  -d '{"messages": [{"role": "user", "content": "I never eat fish."}], "user_id": "ada"}'`,
      ].join('\n');
    case 'mcp':
      return JSON.stringify(
        { mcpServers: { memory: { url: `${host}/mcp`, headers: { Authorization: `Bearer ${key}` } } } },
        null,
        2,
      );
  }
}
