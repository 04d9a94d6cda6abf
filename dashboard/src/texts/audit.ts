/** English texts of audit. */
export const auditTexts = {
  timeUtc: 'Time (UTC)',
  actor: 'Actor',
  action: 'Action',
  target: 'Target',
  utc: 'UTC',
  targetType: 'Target type',
  request: 'Request',
  scope: 'Scope',
  thisProject: 'this project',
  last24Hours: 'Last 24 hours',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  allTime: 'All time',
} as const;
