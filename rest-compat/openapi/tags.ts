export const tagTexts: Readonly<Record<string, string>> = {
  Connection: 'The API key and what it selects.',
  Memories: 'Add, search, list, update and delete memories.',
  Entities: 'Users, agents, apps and runs that have memories.',
  Events: 'Work in the background.',
  Exports: 'Memories as documents.',
  Summaries: 'Summaries of memories.',
  Feedback: 'Ratings of memories.',
  Statistics: 'Counts of a project.',
  Organizations: 'Organizations and their members.',
  Projects: 'Projects, their settings and members.',
  Webhooks: 'URLs that receive events.',
  'Audit log': 'Changes of state: who changed what, and when.',
  Profiles: 'Documents about users.',
  'Self-hosted: accounts': 'Sessions, users and invitations.',
  'Self-hosted: API keys': 'API keys of the caller.',
  'Self-hosted: memories': 'Memories in the self-hosted API.',
  'Self-hosted: entities': 'Entities in the self-hosted API.',
  'Self-hosted: requests': 'The request log.',
  'Self-hosted: configuration': 'Models and instructions of the installation.',
};

// The first match is used.
const tagsByPath: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/ping/, 'Connection'],
  [/profile/, 'Profiles'],
  [/^\/v\d\/(memories|batch)/, 'Memories'],
  [/^\/v\d\/(entities|users|agents|apps|runs)/, 'Entities'],
  [/^\/v\d\/events?\//, 'Events'],
  [/^\/v\d\/exports/, 'Exports'],
  [/^\/v\d\/audit-logs/, 'Audit log'],
  [/^\/v\d\/summary/, 'Summaries'],
  [/^\/v\d\/feedback/, 'Feedback'],
  [/^\/v\d\/stats/, 'Statistics'],
  [/\/projects\/(?!.*webhook)/, 'Projects'],
  [/^\/api\/v1\/orgs/, 'Organizations'],
  [/webhooks/, 'Webhooks'],
  [/^\/(auth|users|invitations)/, 'Self-hosted: accounts'],
  [/^\/api-keys/, 'Self-hosted: API keys'],
  [/^\/entities/, 'Self-hosted: entities'],
  [/^\/requests/, 'Self-hosted: requests'],
  [/^\/(configure|generate-instructions)/, 'Self-hosted: configuration'],
  [/^\//, 'Self-hosted: memories'],
];

export function getTag(path: string): string {
  if (path.startsWith('/api/v1/webhooks')) return 'Webhooks';
  return tagsByPath.find(([pattern]) => pattern.test(path))?.[1] ?? 'Memories';
}
