import { useState } from 'react';
import { validToken } from '../../api/access-token';
import { clientName } from '../../api/client-name';
import { Badge } from '../../components/badge';
import { Facts } from '../../components/facts';
import { isObject } from '../../components/is-object';
import { PlainButton } from '../../components/plain-button';
import { useViewer } from '../../session/session';
import { Link } from '../../shell/routing';
import { commonTexts } from '../../texts/common';
import { requestsTexts } from '../../texts/requests';
import { MarkedText } from '../memories/marked-text';
import { ScoreBar, ScoreReasons } from '../memories/score-reasons';
import { parseCutJson } from './cut-json';
import {
  compareResults,
  isSelfHosted,
  toRepeatedBody,
  type ComparedResult,
  type PastResult,
  type PastSearch,
} from './past-search';
import { isCut, isRepeatable, type RequestDetails, type StoredBody } from './request-details';

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
  const isEndCut = isCut(body, 'response');
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
      {searches.map(({ query, settings, read }, index) => {
        const before = read(former);
        const now = current === null ? null : read(current);
        return (
          <section key={index} aria-label={words.search(query)}>
            <h3 dir="auto">{query}</h3>
            <Facts
              rows={Object.entries(settings).map(([name, value]) => [
                name,
                <code key={name} style={{ overflowWrap: 'anywhere' }}>
                  {JSON.stringify(value)}
                </code>,
              ])}
            />
            {before === null && <p className="t2">{words.unreadable}</p>}
            {before && isEndCut && <p className="meta t2">{words.cut(before.length)}</p>}
            {before?.length === 0 && !now && <p className="t2">{words.none}</p>}
            {before && <Results before={before} now={now} isCut={isEndCut} query={query} />}
          </section>
        );
      })}
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

interface ResultsProps {
  readonly before: readonly PastResult[];
  readonly now: readonly PastResult[] | null;
  readonly isCut: boolean;
  readonly query: string;
}

function Results({ before, now, isCut, query }: ResultsProps) {
  const [open, setOpen] = useState<string | null>(null);
  const rows = compareResults(before, now ?? before);
  const isSame = now !== null && rows.every((row) => toMarks(row, isCut).length === 0);
  return (
    <div aria-live="polite">
      {isSame && <p className="t2">{words.same}</p>}
      <ol className="past-results" aria-label={now ? words.compared : words.asTheyWere}>
        {rows.map((row) => {
          const { id } = row.result;
          return (
            <Row
              key={id}
              row={row}
              query={query}
              marks={now ? toMarks(row, isCut) : []}
              isOpen={open === id}
              onOpen={() => setOpen(open === id ? null : id)}
            />
          );
        })}
      </ol>
    </div>
  );
}

interface Mark {
  readonly text: string;
  readonly tone: 'ok' | 'info' | 'warn' | 'neutral';
}

/** Lists how a result differs between then and now. What a cut response does not contain is not new. */
function toMarks({ result, rank, formerRank, formerScore }: ComparedResult, isCut: boolean): Mark[] {
  if (formerRank === null) return isCut ? [] : [{ text: words.isNew, tone: 'ok' }];
  if (rank === null) return [{ text: words.isGone, tone: 'warn' }];
  const score = result.score.toFixed(2);
  const former = formerScore?.toFixed(2) ?? score;
  return [
    ...(rank === formerRank ? [] : [{ text: words.moved(formerRank, rank), tone: 'info' } as const]),
    ...(score === former ? [] : [{ text: words.scored(former, score), tone: 'neutral' } as const]),
  ];
}

interface RowProps {
  readonly row: ComparedResult;
  readonly query: string;
  readonly marks: readonly Mark[];
  readonly isOpen: boolean;
  onOpen(): void;
}

function Row({ row: { result, rank, formerRank }, query, marks, isOpen, onOpen }: RowProps) {
  const { id, text, score, contributions } = result;
  const hit = { score, memory: { text }, explain: contributions && { contributions } };
  return (
    <li>
      <span className="mono t3">{rank ?? formerRank}</span>
      <button
        type="button"
        className="row score"
        aria-expanded={isOpen}
        aria-label={words.explain(score.toFixed(2))}
        onClick={onOpen}
      >
        <b className="mono">{score.toFixed(2)}</b>
        <ScoreBar hit={hit} />
      </button>
      <span>
        <Link to={`/memories/${id}`} dir="auto">
          <MarkedText text={text} query={query} />
        </Link>{' '}
        {marks.map(({ text: mark, tone }) => (
          <Badge key={mark} tone={tone}>
            {mark}
          </Badge>
        ))}
      </span>
      {isOpen && (
        <div className="reasons">
          {contributions ? <ScoreReasons hit={hit} query={query} /> : <p className="t2">{words.noExplanation}</p>}
        </div>
      )}
    </li>
  );
}
