import { labels } from './labels.js';
import { locale } from './locale.js';
import { plural } from './plural.js';
export const auditTexts = {
  ...labels,
  change: 'Change',
  idOfTheTarget: 'ID of the target',
  allOfRequest: 'All changes of this request',
  allOfActor: (name: string) => `All changes by ${name}`,
  exportLog: 'Export',
  exportJsonl: 'JSON Lines, which can be verified',
  exportCsv: 'CSV',
  action: 'Action',
  target: 'Target',
  targetType: 'Target type',
  last30Days: 'Last 30 days',
  allTime: 'All time',
  erased: {
    user: 'erased user',
    agent: 'erased agent',
    app: 'erased app',
    run: 'erased run',
    entity: 'erased entity',
  },
  title: 'Audit',
  empty: 'No changes in this time range',
  entryNotFound: "This entry was not found. Its organization may be another one, or you don't have access to it.",
  failed: 'Changes did not load',
  shown: (count: number, hasMore: boolean) =>
    hasMore ? `${count.toLocaleString(locale)}+ entries` : plural(count, '1 entry', '# entries'),
  fromAll: (entries: string) => `${entries} from all organizations`,
  entry: (action: string) => `Entry ${action}`,
  changes: 'Before and after',
  noFields: 'No fields changed.',
  who: 'Who and how',
  chain: 'Place in the chain',
  place: (sequence: number) => `Entry ${sequence.toLocaleString(locale)} in the chain`,
  unsealed: 'Not sealed yet',
  chainChecking: 'Checking the chain',
  chainUnknown: 'Chain not checked',
  chainVerified: 'Chain verified',
  chainBroken: (sequence: number) => `Chain broken at ${sequence.toLocaleString(locale)}`,
  chainRows: (rows: number, from: number) =>
    from > 1
      ? `${(rows - from + 1).toLocaleString(locale)} of ${rows.toLocaleString(locale)} entries of this organization, checked`
      : `${rows.toLocaleString(locale)} ${plural(rows, 'entry', 'entries')} of this organization, checked`,
  verifyAgain: 'Verify again',
  actors: {
    USER: 'User',
    API_KEY: 'API key',
    CONNECTED_APP: 'Connected app',
    ADMIN_KEY: 'Admin key',
    SYSTEM: 'System',
    ANONYMOUS: 'Not signed in',
  },
} as const;
