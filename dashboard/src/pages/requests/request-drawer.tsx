import { useState } from 'react';
import { RequestLogStatisticsDocument } from '../../api/graphql';
import { clientName } from '../../api/client-name';
import { useFreshQuery } from '../../api/use-fresh-query';
import { toMilliseconds } from '../../components/format';
import { Age } from '../../components/moment';
import { OutcomeBadge } from '../../components/outcome-badge';
import { Sentence } from '../../components/sentence';
import { SideDrawer } from '../../components/side-drawer';
import { Link } from '../../shell/routing';
import { requestsTexts as words } from '../../texts/requests';
import { toOutcome, type LoggedRequest } from './logged-request';
import { findRefusedValue } from './past-search';
import { useRequestDetails, type StoredBody } from './request-details';
import { RequestFacts } from './request-facts';
import { RequestTabs } from './request-tabs';

interface Props {
  readonly request: LoggedRequest;
  onClose(): void;
  onMove(step: 1 | -1): void;
}

/** Shows everything that the log stores about a request. */
export function RequestDrawer({ request, onClose, onMove }: Props) {
  const outcome = toOutcome(request);
  return (
    <SideDrawer
      label={words.requestRequestId(request.requestId)}
      onClose={onClose}
      onMove={onMove}
      top={
        <>
          <OutcomeBadge outcome={outcome} />
          <span className="mono t2">{request.statusCode}</span>
          <span className="mono t3">{request.method}</span>
        </>
      }
    >
      <section>
        <h2 dir="auto" className="drawer-title">
          {request.operation ?? request.path}
        </h2>
        <p className="meta t2">
          <span className="mono">{toExact(request.createdAt)}</span> · {toMilliseconds(request.latencyMs)} ·{' '}
          <Age at={request.createdAt} />
        </p>
        <Errors request={request} />
      </section>
      <RequestTabs request={request} />
      <section>
        <RequestFacts request={request} />
      </section>
    </SideDrawer>
  );
}

const toExact = (at: string) => `${new Date(at).toISOString().replace('T', ' ').slice(0, 23)} UTC`;

function Errors({ request }: { request: LoggedRequest }) {
  const { errors = [] } = request;
  const body = useRequestDetails(request)?.body;
  if (errors.length === 0) return null;
  return (
    <div className="note" style={{ marginTop: 12 }}>
      {errors.map(({ code, message, path }, index) => (
        <p key={index}>
          <b style={{ color: 'var(--refused)' }} dir="auto">
            {message ?? code}
          </b>
          <br />
          <code>{code}</code>
          {path && (
            <>
              {' '}
              {words.in} <code>{path}</code>
            </>
          )}
          {body && message && <RefusedValue message={message} body={body} />}
          <br />
          <ErrorFix code={code} />
          <br />
          <SameError code={code} />
        </p>
      ))}
    </div>
  );
}

function RefusedValue({ message, body }: { message: string; body: StoredBody }) {
  const refused = findRefusedValue(message, body);
  if (!refused) return null;
  return (
    <>
      <br />
      <Sentence
        text={words.sent}
        parts={{
          value: (
            <code dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {JSON.stringify(refused.value)}
            </code>
          ),
          field: <code>{refused.name}</code>,
        }}
      />
    </>
  );
}

const dayMs = 86_400_000;

/** Shows how many requests of the last day had an error code, as a link to these requests. */
function SameError({ code }: { code: string }) {
  const [since] = useState(() => new Date(Date.now() - dayMs).toISOString());
  const [{ data }] = useFreshQuery(RequestLogStatisticsDocument, {
    projectId: null,
    filter: { errorCode: code, since, exceptClients: [clientName] },
  });
  if (!data) return null;
  return (
    <Link to={`/requests?${new URLSearchParams({ error: code, range: '1440' })}`}>
      {words.sameError(data.requestLogStatistics.overall.requestCount)}
    </Link>
  );
}

const fixes: Readonly<Record<string, string>> = words.fixes;

/** Shows what the caller can do about an error code, with a link to its documentation. */
function ErrorFix({ code }: { code: string }) {
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
