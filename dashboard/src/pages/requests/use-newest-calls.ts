import { useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { RequestLogsDocument, type RequestLogFilter, type RequestLogPartsFragment, type RequestLogsQuery } from '../../../../client/generated/graphql';
import { shown } from './own-calls';

const pageSize = 100;
const enough = 50;
const mostPages = 10;

/** The newest calls: with dashboards' own left out, as many pages of the log as it takes to find some others, within reason. */
export function useNewestCalls(filter: RequestLogFilter, showsOwn: boolean) {
  const client = useClient();
  const [result, read] = useQuery({ query: RequestLogsDocument, variables: { first: pageSize, filter }, requestPolicy: 'network-only' });
  const [older, setOlder] = useState<readonly RequestLogPartsFragment[]>([]);
  const { data } = result;
  useEffect(() => {
    let isCurrent = true;
    const readOn = async (first: RequestLogsQuery) => {
      const found: RequestLogPartsFragment[] = [];
      let { edges, pageInfo } = first.requestLogs;
      let missing = enough - shown(edges.map(({ node }) => node), showsOwn).length;
      for (let page = 1; isCurrent && missing > 0 && page < mostPages && pageInfo.hasNextPage; page += 1) {
        const answer = await client.query(RequestLogsDocument, { first: pageSize, after: pageInfo.endCursor, filter }, { requestPolicy: 'network-only' });
        if (!answer.data) break;
        ({ edges, pageInfo } = answer.data.requestLogs);
        const others = shown(edges.map(({ node }) => node), showsOwn);
        found.push(...others);
        missing -= others.length;
      }
      if (isCurrent) setOlder(found);
    };
    if (data) void readOn(data);
    return () => {
      isCurrent = false;
    };
  }, [client, data, filter, showsOwn]);
  return { result, read, older };
}
