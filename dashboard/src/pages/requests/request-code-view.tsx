import { useState } from 'react';
import { CopyText } from '../../components/copy';
import { Segments } from '../../components/segments';
import { requestsTexts as words } from '../../texts/requests';
import type { LoggedRequest } from './logged-request';
import { codeLanguages, hasBody, toCode, type CodeLanguage } from './request-code';
import type { RequestDetails } from './request-details';
import { isCut, isRedacted } from './stored-part';

/** Shows a request as code that sends it again. */
export function RequestCode({ request, details }: { request: LoggedRequest; details: RequestDetails }) {
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const text = toCode(details, language);
  return (
    <section aria-label={words.requestAsCode} style={{ marginTop: 16 }}>
      <div className="row" style={{ marginBottom: 8 }}>
        <Segments
          label={words.language}
          choices={codeLanguages}
          value={language}
          onChange={(value) => setLanguage(value as CodeLanguage)}
        />
        <span className="grow" />
        <CopyText text={text} size="compact-xs" variant="default" />
      </div>
      <pre className="body-text" tabIndex={0} aria-label={words.requestAsCode}>
        {text}
      </pre>
      <p className="meta t3">{toHint(details, hasBody(request))}</p>
    </section>
  );
}

function toHint({ body, bytesIn }: RequestDetails, hasBodyMethod: boolean): string | null {
  if (!body) return hasBodyMethod ? words.bodyHint : words.queryHint;
  if (isCut(body, 'request') || (body.request === null && bytesIn)) return words.cutHint;
  return isRedacted(body) ? words.redactedHint : null;
}
