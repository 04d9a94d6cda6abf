/** Ids of one object of each kind. */
export type Ids = Readonly<Record<IdName, string>>;
export type IdName =
  | 'organization'
  | 'project'
  | 'memory'
  | 'otherMemory'
  | 'entity'
  | 'webhook'
  | 'logStream'
  | 'delivery'
  | 'event'
  | 'export'
  | 'deletion'
  | 'profileJob'
  | 'apiKey'
  | 'invitation'
  | 'link'
  | 'requestLog'
  | 'user'
  | 'session'
  | 'memoryChange'
  | 'attempt'
  | 'connectedApp'
  | 'receivedInvitation'
  | 'email';

/**
 * Relation of the object to tenant A, as its owner and reader see it. `shared`: an object of the organization as a whole, where the kind
 * has one; otherwise the ids are those of `own`.
 */
export const targets = ['own', 'shared', 'foreign', 'absent', 'deleted'] as const;
export type Target = (typeof targets)[number];

/** Keys of the owner for another project of organization A: a key, a read-only key, the access token of a connected app. */
export const siblings = ['siblingKey', 'siblingReadOnly', 'siblingApp'] as const;
/** Callers with a valid credential, and callers without. */
export const callers = [
  'reader',
  'owner',
  'outsider',
  'foreignOwner',
  'boundKey',
  'readOnlyKey',
  'adminKey',
  ...siblings,
] as const;
export const strangers = ['none', 'revoked', 'expired', 'forgedKey', 'forgedToken'] as const;
export type Caller = (typeof callers)[number] | (typeof strangers)[number];

/** Ids that no object has. */
export const absentIds: Ids = {
  organization: 'org_zzzzzzzzzzzzzzzzzzzzzz',
  project: 'proj_zzzzzzzzzzzzzzzzzzzzzz',
  memory: '01900000-0000-7000-8000-000000000001',
  otherMemory: '01900000-0000-7000-8000-000000000002',
  entity: 'entity-absent',
  webhook: 'wh_zzzzzzzzzzzzzzzzzzzzzz',
  logStream: 'ls_zzzzzzzzzzzzzzzzzzzzzz',
  delivery: '01900000-0000-7000-8000-000000000003',
  event: '01900000-0000-7000-8000-000000000004',
  export: '01900000-0000-7000-8000-000000000005',
  deletion: 'del_01900000-0000-7000-8000-000000000006',
  profileJob: 'pjob_01900000-0000-7000-8000-000000000007',
  apiKey: '01900000-0000-7000-8000-000000000008',
  invitation: '01900000-0000-7000-8000-000000000009',
  link: '01900000-0000-7000-8000-00000000000a',
  requestLog: 'req_999999999999',
  user: '01900000-0000-7000-8000-00000000000b',
  session: '01900000-0000-7000-8000-00000000000c',
  memoryChange: '01900000-0000-7000-8000-00000000000d',
  attempt: '01900000-0000-7000-8000-00000000000e',
  connectedApp: '01900000-0000-7000-8000-00000000000f',
  receivedInvitation: 'rinv_01900000-0000-7000-8000-000000000010',
  email: 'absent@example.com',
};
