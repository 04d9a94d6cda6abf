import { useState } from 'react';
import { RequestLogStatisticsDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { clientName } from '../../api/client-name';
import { Link } from '../../shell/routing';
import { requestsTexts as words } from '../../texts/requests';

const dayMs = 86_400_000;

/** Shows how many requests of the last day had an error code, as a link to these requests. */
export function SameError({ code }: { code: string }) {
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
