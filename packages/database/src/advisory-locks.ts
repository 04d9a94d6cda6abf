/**
 * Numbers of the advisory locks with one key. A number never changes, because servers of two versions must exclude each other.
 */
export const advisoryLocks = {
  /** The number that Prisma's migration engine takes, so that both never run together. */
  migrations: 72_707_369,
  /** Writers of the request log share it. */
  requestLogWriters: 72_707_370,
  jobQueueTables: 72_707_371,
  /** Writers of changes share it. */
  changeWriters: 72_707_372,
  settings: 72_707_374,
  statistics: 72_707_375,
  defaults: 72_707_376,
} as const;

/** First keys of the advisory locks with two keys, the second of which is a hash. Postgres keeps them apart from those with one key. */
export const hashedAdvisoryLocks = {
  /** By chain of the audit log. */
  sealing: 72_707_371,
  /** By project. */
  deletionMarks: 72_707_372,
  /** By project. */
  imports: 72_707_378,
  /** By project and key of the upload. */
  uploads: 72_707_379,
  /** By project and owner of memories. */
  owners: 72_707_380,
  /** By project. */
  linkDecisions: 72_707_381,
  /** By email address. */
  invitedAddresses: 72_707_382,
} as const;
