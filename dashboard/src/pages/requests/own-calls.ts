import type { RequestLogPartsFragment } from '../../../../client/generated/graphql';

const ofDashboard = ({ client, path }: RequestLogPartsFragment): boolean => client === 'dashboard' || path.startsWith('/dashboard/session');

/** Calls without those that dashboards make, which would bury the others; or all of them. */
export function shown(calls: readonly RequestLogPartsFragment[], withOwn: boolean): readonly RequestLogPartsFragment[] {
  return withOwn ? calls : calls.filter((call) => !ofDashboard(call));
}
