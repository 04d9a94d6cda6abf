import { useState } from 'react';
import { firstRunTexts } from '../texts/first-run';
import { CopyText } from './copy';
import { Segments } from './segments';
import { snippetLanguages, toSnippet, type SnippetLanguage } from './snippets';

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
