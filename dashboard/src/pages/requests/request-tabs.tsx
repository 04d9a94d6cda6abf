import { Tabs } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { CopyText } from '../../components/copy';
import { Facts } from '../../components/facts';
import { toMilliseconds } from '../../components/format';
import type { MarkedField } from '../../components/json-text';
import { Segments } from '../../components/segments';
import { noId, toUrl } from '../../shell/routing';
import { requestsTexts } from '../../texts/requests';
import { BodyView } from './body-view';
import type { LoggedRequest } from './logged-request';
import { findRefusedValue, readSearches } from './past-search';
import { PastSearches } from './past-searches';
import { codeLanguages, hasBody, toCode, type CodeLanguage } from './request-code';
import { isCut, isRedacted, useRequestDetails, type RequestDetails } from './request-details';

const words = requestsTexts.bodies;

/** Shows what a request sent and received, and the results of a search. */
export function RequestTabs({ request }: { request: LoggedRequest }) {
  const details = useRequestDetails(request);
  const body = details?.body ?? null;
  const searches = useMemo(() => (body ? readSearches(body) : []), [body]);
  if (!details) return null;
  const isSearch = searches.length > 0;
  // The request has the refused value.
  const first = isSearch && !request.errors?.length ? 'results' : 'request';
  return (
    <section>
      <Tabs key={`${request.id} ${first}`} defaultValue={first} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="request">{words.request}</Tabs.Tab>
          <Tabs.Tab value="response">{words.response}</Tabs.Tab>
          {isSearch && <Tabs.Tab value="results">{words.results}</Tabs.Tab>}
          <Tabs.Tab value="timing">{requestsTexts.timing}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="request">
          <Part details={details} part="request" marked={findRefused(request, details)} />
          <RequestCode request={request} details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="response">
          <Part details={details} part="response" />
        </Tabs.Panel>
        <Tabs.Panel value="timing">
          <RequestTiming details={details} />
        </Tabs.Panel>
        {body && (
          <Tabs.Panel value="results">
            <PastSearches details={details} body={body} searches={searches} />
          </Tabs.Panel>
        )}
      </Tabs>
    </section>
  );
}

/** Returns the refused field that the first error with a field names. */
function findRefused({ errors = [] }: LoggedRequest, { body }: RequestDetails): MarkedField | undefined {
  if (!body) return undefined;
  const [refused] = errors.flatMap(({ message }) => (message && findRefusedValue(message, body)) || []);
  return refused && { name: refused.name.split('.').at(-1) ?? '', value: refused.value };
}

interface PartProps {
  readonly details: RequestDetails;
  readonly part: 'request' | 'response';
  readonly marked?: MarkedField | undefined;
}

/** Shows one of the two bodies, or says why it is not stored. */
function Part({ details, part, marked }: PartProps) {
  const { body, bytesIn, bytesOut, project, projectId } = details;
  const bytes = part === 'request' ? bytesIn : bytesOut;
  const isOff = project?.storesRequestBodies === false;
  if (!body)
    return (
      <p className="t2">
        {toReason(details)}{' '}
        {isOff && projectId && <RouterLink to={toUrl(noId, projectId, '/project')}>{words.openSettings}</RouterLink>}
      </p>
    );
  const text = body[part];
  const { none, long, notJson } = words.missingPart[part];
  if (text === null) return <p className="t2">{!bytes ? none : bytes > readMax ? long : notJson}</p>;
  return <BodyView label={words.parts[part]} text={text} bytes={bytes} isCut={isCut(body, part)} marked={marked} />;
}

/** Shows how much of a request's time its database statements, its models and the server itself took. */
function RequestTiming({ details: { databaseMs, modelMs, latencyMs } }: { details: RequestDetails }) {
  // Parallel statements are added up, so that the parts can be longer than the request.
  const totalMs = Math.max(latencyMs, databaseMs + modelMs) || 1;
  const phases = [
    { label: requestsTexts.databaseTime, ms: databaseMs, color: 'var(--c1)' },
    { label: requestsTexts.models, ms: modelMs, color: 'var(--c2)' },
    { label: requestsTexts.serverTime, ms: Math.max(0, latencyMs - databaseMs - modelMs), color: 'var(--c3)' },
  ];
  const toBefore = (index: number) => phases.slice(0, index).reduce((sum, { ms }) => sum + ms, 0);
  const toShare = (ms: number) => `${(100 * ms) / totalMs}%`;
  return (
    <section aria-label={requestsTexts.timing}>
      <Facts
        rows={phases.map(({ label, ms, color }, index) => [
          label,
          <span key={label} className="row">
            <span className="bar grow" aria-hidden>
              <i style={{ marginLeft: toShare(toBefore(index)), width: toShare(ms), background: color }} />
            </span>
            <span className="mono t3" style={{ width: 64, textAlign: 'right' }}>
              {toMilliseconds(ms)}
            </span>
          </span>,
        ])}
      />
    </section>
  );
}

const dayMs = 86_400_000;
/** Days for which the server stores bodies, unless the project keeps its requests for fewer. */
const bodyDays = 7;
/** Size of the bodies that the server reads. */
const readMax = 131_072;

function toReason({ method, project, projectId, projectIds, createdAt }: RequestDetails): string {
  if (method === 'WS') return words.missing.socket;
  if (method === 'STDIO') return words.missing.stdio;
  if (projectId === null) return words.missing.noProject;
  if (projectIds.length > 1) return words.missing.severalProjects;
  if (!project) return words.missing.forbidden;
  if (!project.storesRequestBodies) return words.missing.off;
  const days = Math.min(bodyDays, project.requestLogRetentionDays ?? bodyDays);
  return Date.now() - Date.parse(createdAt) > days * dayMs ? words.missing.old(days) : words.missing.other;
}

function RequestCode({ request, details }: { request: LoggedRequest; details: RequestDetails }) {
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const text = toCode(details, language);
  return (
    <section aria-label={requestsTexts.requestAsCode} style={{ marginTop: 16 }}>
      <div className="row" style={{ marginBottom: 8 }}>
        <Segments
          label={requestsTexts.language}
          choices={codeLanguages}
          value={language}
          onChange={(value) => setLanguage(value as CodeLanguage)}
        />
        <span className="grow" />
        <CopyText text={text} size="compact-xs" variant="default" />
      </div>
      <pre className="body-text" tabIndex={0} aria-label={requestsTexts.requestAsCode}>
        {text}
      </pre>
      <p className="meta t3">{toHint(details, hasBody(request))}</p>
    </section>
  );
}

function toHint({ body, bytesIn }: RequestDetails, hasBodyMethod: boolean): string | null {
  if (!body) return hasBodyMethod ? requestsTexts.bodyHint : requestsTexts.queryHint;
  if (isCut(body, 'request') || (body.request === null && bytesIn)) return requestsTexts.cutHint;
  return isRedacted(body) ? requestsTexts.redactedHint : null;
}
