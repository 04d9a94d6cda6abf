import { Tabs } from '@mantine/core';
import { useMemo } from 'react';
import type { MarkedField } from '../../components/json-text';
import { requestsTexts } from '../../texts/requests';
import { BodyView } from './body-view';
import type { LoggedRequest } from './logged-request';
import { MissingBody, MissingPart } from './missing-body';
import { PastSearches } from './past-searches';
import { findRefusedValue, readSearches } from './past-search';
import { RequestCode } from './request-code-view';
import { useRequestDetails, type RequestDetails } from './request-details';
import { RequestTiming } from './request-timing';
import { isCut } from './stored-part';

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
          <RequestTiming request={request} />
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

function Part({ details, part, marked }: PartProps) {
  const { body, bytesIn, bytesOut } = details;
  if (!body) return <MissingBody details={details} />;
  const text = body[part];
  if (text === null) return <MissingPart details={details} part={part} />;
  return (
    <BodyView
      label={words.parts[part]}
      text={text}
      bytes={part === 'request' ? bytesIn : bytesOut}
      isCut={isCut(body, part)}
      marked={marked}
    />
  );
}
