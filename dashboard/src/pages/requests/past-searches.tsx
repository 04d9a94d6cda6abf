import { isObject } from '../../components/is-object';
import { PlainButton } from '../../components/plain-button';
import { useState } from 'react';
import { validToken } from '../../api/access-token';
import { clientName } from '../../api/client-name';
import { useViewer } from '../../session/session';
import { commonTexts } from '../../texts/common';
import { requestsTexts } from '../../texts/requests';
import { parseCutJson } from './cut-json';
import { isSelfHosted, toRepeatedBody, type PastSearch } from './past-search';
import { SearchResults } from './past-results';
import type { RequestDetails, StoredBody } from './request-details';
import { isCut, isRepeatable } from './stored-part';

const words = requestsTexts.results;

interface Props {
  readonly details: RequestDetails;
  readonly body: StoredBody;
  readonly searches: readonly PastSearch[];
}

/** Shows the searches of a request as they were, and beside them, on demand, what the same searches find now. */
export function PastSearches({ details, body, searches }: Props) {
  const { project } = useViewer();
  const [current, setCurrent] = useState<unknown>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const former = body.response === null ? null : parseCutJson(body.response);
  const { projectId } = details;
  const isElsewhere = isSelfHosted(body) && project?.id !== projectId;
  const obstacle = isElsewhere ? words.otherProject : isRepeatable(body) ? null : words.notRepeatable;
  const run = async () => {
    setBusy(true);
    const outcome = await repeat(body, projectId ?? '');
    setBusy(false);
    setFailure(outcome.failure);
    setCurrent(outcome.response);
  };
  return (
    <>
      {searches.map((search, index) => (
        <SearchResults key={index} search={search} former={former} isCut={isCut(body, 'response')} current={current} />
      ))}
      <div className="row wrap" style={{ marginTop: 12 }}>
        <PlainButton label={words.runAgain} disabled={isBusy || obstacle !== null} onClick={() => void run()} />
        <span className="meta t3">{obstacle ?? words.runAgainHint}</span>
      </div>
      {failure && (
        <p role="alert" className="note" style={{ marginTop: 12 }}>
          {failure}
        </p>
      )}
    </>
  );
}

interface Outcome {
  readonly response: unknown;
  readonly failure: string | null;
}

async function repeat(body: StoredBody, projectId: string): Promise<Outcome> {
  try {
    const token = await validToken();
    const answer = await fetch(body.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-graphql-client-name': clientName,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(toRepeatedBody(body, projectId)),
    });
    const response: unknown = await answer.json();
    const failure = toMessage(response);
    if (failure === null && answer.ok) return { response, failure };
    return { response: null, failure: failure ?? words.failed(answer.status) };
  } catch {
    return { response: null, failure: commonTexts.serverUnreachable };
  }
}

/** Returns the message of an error response, in the shape of each API. */
function toMessage(response: unknown): string | null {
  if (!isObject(response)) return null;
  const [first] = Array.isArray(response.errors) ? (response.errors as unknown[]) : [];
  const message = isObject(first) ? first.message : (response.detail ?? response.error ?? response.message);
  return typeof message === 'string' ? message : null;
}
