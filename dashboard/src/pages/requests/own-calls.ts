import type { RequestLogPartsFragment } from '../../../../client/generated/graphql';

// Pages cannot name themselves on a WebSocket; there a browser with a session is taken for a dashboard.
const isSocketOfBrowser = ({ method, authMode, client }: RequestLogPartsFragment): boolean => method === 'WS' && (authMode === 'BEARER' || authMode === 'DISABLED') && /^Mozilla\//.test(client ?? '');

const ofDashboard = (call: RequestLogPartsFragment): boolean => call.client === 'dashboard' || call.path.startsWith('/dashboard/session') || isSocketOfBrowser(call);

/** Calls without those that dashboards make, which would bury the others; or all of them. */
export function shown(calls: readonly RequestLogPartsFragment[], withOwn: boolean): readonly RequestLogPartsFragment[] {
  return withOwn ? calls : calls.filter((call) => !ofDashboard(call));
}
