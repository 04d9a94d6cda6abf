import { locale } from './locale.js';

const list = new Intl.ListFormat(locale, { type: 'conjunction' });

/** Nouns for objects without a name, by their type in the audit log. */
export const auditNouns: Readonly<Record<string, string>> = {
  api_key: 'an API key',
  configuration: 'the models',
  connected_app: 'an app',
  invitation: 'an invitation',
  log_stream: 'a log stream',
  member: 'a removed user',
  memory: 'a memory',
  organization: 'an organization',
  project: 'a project',
  session: 'A removed user',
  user: 'a removed user',
  webhook: 'a webhook',
};

const fieldNames: Readonly<Record<string, string>> = {
  url: 'URL',
  eventTypes: 'events',
  isActive: 'state',
  customInstructions: 'instructions',
  agentCustomInstructions: 'agent instructions',
  customCategories: 'categories',
  embedder: 'embedding model',
  llm: 'language model',
  expirationDate: 'expiry',
  expiresAt: 'expiry',
  projectId: 'project',
};

/** Returns changed fields as "the URL and the events". */
function toFields(fields: readonly string[]): string {
  const known = fields.map(
    (field) =>
      fieldNames[field] ??
      field
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .replace(/_/g, ' ')
        .toLowerCase(),
  );
  return list.format([...new Set(known)].map((name) => `the ${name}`));
}

/** What a sentence says: who changed which object, and which fields of it. */
export interface AuditFacts {
  readonly who: string;
  /** True without a credential, as when the first admin registers. */
  readonly isAnonymous: boolean;
  /** Name of the object, or a noun. */
  readonly what: string;
  readonly fields: readonly string[];
  /** Name of the entity that the change is about, if it is known. */
  readonly entity: string | null;
  /** Value of a field after the change. */
  after(field: string): unknown;
}

type Sentence = (facts: AuditFacts) => string;

const changed: Sentence = ({ who, what, fields }) =>
  fields.length === 0 ? `${who} saved ${what} without changes` : `${who} changed ${toFields(fields)} of ${what}`;
const role = (value: unknown) =>
  typeof value === 'string' ? value.charAt(0).toUpperCase() + value.slice(1).toLowerCase() : '';
const ended =
  (noun: string): Sentence =>
  ({ after }) =>
    after('status') === 'FAILED'
      ? `${noun} failed`
      : after('status') === 'CANCELLED'
        ? `${noun} was cancelled`
        : `${noun} ended`;

/** A sentence for each action of the audit log. */
export const auditSentences: Readonly<Record<string, Sentence>> = {
  'api_key.create': ({ who, what }) => `${who} created the API key ${what}`,
  'api_key.import': ({ who, what }) => `${who} imported the API key ${what}`,
  'api_key.rotate': ({ who, what }) => `${who} rotated the API key ${what}`,
  'api_key.update': changed,
  'api_key.revoke': ({ who, what }) => `${who} revoked the API key ${what}`,
  'configuration.switch_embedder': ({ who }) => `${who} switched the embedding model`,
  'configuration.update': ({ who, fields }) => `${who} changed ${toFields(fields)} of the installation`,
  'connected_app.create': ({ who, what }) => `${who} connected ${what}`,
  'connected_app.revoke': ({ who, what }) => `${who} disconnected ${what}`,
  'deletion.accept': ({ who, entity, fields }) =>
    entity && fields.includes('entityType') ? `${who} deleted ${entity} and its memories` : `${who} deleted memories`,
  'deletion.cancel': ({ who }) => `${who} undid a deletion`,
  'deletion.finish': ended('A deletion'),
  'entity.create': ({ who, what }) => `${who} created ${what}`,
  'event.cancel': ({ who }) => `${who} cancelled an operation`,
  'event.finish': ended('An operation'),
  'event.retry': ({ who }) => `${who} retried an operation`,
  'export.create': ({ who, entity }) =>
    entity ? `${who} exported the memories of ${entity}` : `${who} exported memories`,
  'export.delete': ({ who }) => `${who} deleted an export`,
  'export.finish': ended('An export'),
  'feedback.give': ({ who }) => `${who} rated a memory`,
  'feedback.remove': ({ who }) => `${who} removed the rating of a memory`,
  'import.accept': ({ who }) => `${who} started an import`,
  'import.finish': ended('An import'),
  'installation.backup': ({ who }) => `${who} made a backup`,
  'invitation.accept': ({ who, what }) => `${who} accepted the invitation of ${what}`,
  'invitation.create': ({ who, what }) => `${who} invited ${what}`,
  'invitation.decline': ({ who, what }) => `${who} declined the invitation of ${what}`,
  'invitation.revoke': ({ who, what }) => `${who} revoked the invitation of ${what}`,
  'log_stream.create': ({ who, what }) => `${who} created the log stream ${what}`,
  'log_stream.delete': ({ who, what }) => `${who} deleted the log stream ${what}`,
  'log_stream.replay': ({ who, what }) => `${who} replayed the log stream ${what}`,
  'log_stream.update': changed,
  'member.add': ({ who, what, after }) => `${who} added ${what} as ${role(after('role'))}`,
  'member.remove': ({ who, what }) => `${who} removed ${what}`,
  'member.set_role': ({ who, what, after }) => `${who} changed the role of ${what} to ${role(after('role'))}`,
  'memory.add': ({ who, entity }) => (entity ? `${who} added memories of ${entity}` : `${who} added memories`),
  'memory.delete': ({ who }) => `${who} deleted a memory`,
  'memory.delete_many': ({ who }) => `${who} deleted several memories`,
  'memory.import': ({ who }) => `${who} imported memories`,
  'memory.update': ({ who, fields }) =>
    fields.length === 0 ? `${who} saved a memory without changes` : `${who} changed ${toFields(fields)} of a memory`,
  'memory_link.create': ({ who }) => `${who} marked a memory as outdated`,
  'memory_link.decide': ({ who, after }) =>
    after('status') === 'CONFIRMED'
      ? `${who} accepted a correction`
      : after('status') === 'REJECTED'
        ? `${who} rejected a correction`
        : `${who} reopened a correction`,
  'organization.create': ({ who, what }) => `${who} created the organization ${what}`,
  'organization.delete': ({ who, what }) => `${who} deleted the organization ${what}`,
  'organization.remove': ({ what }) => `The data of the organization ${what} was removed`,
  'organization.update': changed,
  'profile_job.create': ({ who }) => `${who} requested profiles`,
  'profile_job.finish': ended('The generation of profiles'),
  'profile_settings.update': ({ who }) => `${who} changed the settings of profiles`,
  'project.create': ({ who, what }) => `${who} created the project ${what}`,
  'project.delete': ({ who, what }) => `${who} deleted the project ${what}`,
  'project.export': ({ who, what }) => `${who} exported the project ${what}`,
  'project.import': ({ who, what }) => `${who} imported the project ${what}`,
  'project.remove': ({ what }) => `The data of the project ${what} was removed`,
  'project.update': changed,
  'request_log.prune': ({ who }) => `${who} deleted old requests from the log`,
  'session.begin': ({ what }) => `${what} signed in`,
  'session.end': ({ what }) => `${what} signed out`,
  'subject.erase': ({ who, entity }) =>
    entity ? `${who} erased everything about ${entity}` : `${who} erased everything about a subject`,
  'subject.export': ({ who }) => `${who} exported everything about a subject`,
  'user.create': ({ who, what, isAnonymous }) =>
    isAnonymous ? `${what} created the first account` : `${who} created the user ${what}`,
  'user.import': ({ who, what }) => `${who} imported the user ${what}`,
  'user.remove': ({ who, what }) => `${who} removed the user ${what}`,
  'user.set_password': ({ who, what }) => `${who} changed the password of ${what}`,
  'user.set_role': ({ who, what, after }) => `${who} changed the role of ${what} to ${role(after('role'))}`,
  'user.update': changed,
  'webhook.create': ({ who, what }) => `${who} created the webhook ${what}`,
  'webhook.delete': ({ who, what }) => `${who} deleted the webhook ${what}`,
  'webhook.disable': ({ what }) => `The server disabled ${what} after failed deliveries`,
  'webhook.replay_deliveries': ({ who, what }) => `${who} replayed deliveries of ${what}`,
  'webhook.rotate_secret': ({ who, what }) => `${who} rotated the secret of ${what}`,
  'webhook.send_test': ({ who, what }) => `${who} sent a test event to ${what}`,
  'webhook.update': (facts) => {
    const { who, what, fields, after } = facts;
    if (fields.length !== 1 || fields[0] !== 'isActive') return changed(facts);
    return after('isActive') === true ? `${who} enabled ${what}` : `${who} disabled ${what}`;
  },
  'webhook_delivery.replay': ({ who }) => `${who} resent a delivery`,
};
