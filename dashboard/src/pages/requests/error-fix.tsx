import { requestsTexts as words } from '../../texts/requests';

const fixes: Readonly<Record<string, string>> = words.fixes;

/** Shows what the caller can do about an error code, with a link to its documentation. */
export function ErrorFix({ code }: { code: string }) {
  const fix = fixes[code];
  if (!fix) return null;
  return (
    <>
      <b>{words.fix}</b> {fix}{' '}
      <a href={`/docs/guide/errors#${code.toLowerCase()}`} target="_blank" rel="noreferrer">
        {words.aboutThisError}
      </a>
    </>
  );
}
