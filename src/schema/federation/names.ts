export type RootType = 'Query' | 'Mutation' | 'Subscription';

/**
 * Root fields that are not part of the subgraph: they administer the installation, sign people in, or look up nodes,
 * which the router does by key.
 */
export const hiddenFields: Readonly<Record<RootType, ReadonlySet<string>>> = {
  Query: new Set([
    'apiKeys',
    'auditChain',
    'auditLogs',
    'authorizationRequest',
    'configuration',
    'connectedApps',
    'fieldUsage',
    'invitationOffer',
    'invitations',
    'logStream',
    'logStreams',
    'node',
    'nodes',
    'organization',
    'organizations',
    'previewEmbeddings',
    'previewProjectSettings',
    'profileSettings',
    'project',
    'projectStatistics',
    'projects',
    'requestLog',
    'requestLogStatistics',
    'requestLogs',
    'setupStatus',
    'users',
    'viewer',
    'webhook',
    'webhookDeliveries',
    'webhookDelivery',
    'webhooks',
  ]),
  Mutation: new Set([
    'acceptInvitation',
    'addOrganizationMember',
    'addProjectMember',
    'approveAuthorization',
    'changePassword',
    'createApiKey',
    'createInvitation',
    'createLogStream',
    'createOrganization',
    'createProject',
    'createUser',
    'createWebhook',
    'declineInvitation',
    'deleteLogStream',
    'deleteOrganization',
    'deleteProject',
    'deleteWebhook',
    'denyAuthorization',
    'endSession',
    'eraseSubject',
    'exportSubject',
    'generateInstructions',
    'login',
    'logout',
    'refreshSession',
    'registerFirstAdmin',
    'removeOrganizationMember',
    'removeProjectMember',
    'removeUser',
    'replayLogStream',
    'replayWebhookDeliveries',
    'replayWebhookDelivery',
    'resetConfiguration',
    'revokeApiKey',
    'revokeConnectedApp',
    'revokeInvitation',
    'rotateApiKey',
    'rotateWebhookSecret',
    'sendWebhookTestEvent',
    'setUserRole',
    'updateApiKey',
    'updateConfiguration',
    'updateLogStream',
    'updateOrganization',
    'updateOrganizationMember',
    'updateViewer',
    'updateProfileSettings',
    'updateProject',
    'updateProjectMember',
    'updateWebhook',
  ]),
  Subscription: new Set(['auditLogs', 'requestLogs', 'webhookDeliveries']),
};

/** Types that every subgraph may define, so they keep their names. Object types among them are `@shareable`. */
export const sharedTypes: ReadonlySet<string> = new Set(['PageInfo', 'BigInt', 'DateTime', 'JSON', 'LocalDate']);

/** Names that the rules of {@link toSubgraphTypeName} and {@link toSubgraphFieldName} do not make. */
const chosenNames: Readonly<Record<string, string>> = {
  // `Event` becomes `MemoryEvent`.
  MemoryEvent: 'MemoryHistoryEvent',
  previewDeletion: 'previewMemoryDeletion',
};

/** Returns the name of a type in the subgraph: general names such as `User` get the prefix `Memory`. */
export function toSubgraphTypeName(name: string): string {
  return chosenNames[name] ?? (namesMemory(name) || sharedTypes.has(name) ? name : `Memory${name}`);
}

/** Returns the name of a root field in the subgraph: `event` is `memoryEvent`, `createEntity` is `createMemoryEntity`. */
export function toSubgraphFieldName(root: RootType, name: string): string {
  if (namesMemory(name)) return name;
  const [verb = ''] = root === 'Mutation' ? (/^[a-z]+/.exec(name) ?? []) : [];
  const rest = name.slice(verb.length);
  const noun = rest.charAt(0).toUpperCase() + rest.slice(1);
  return chosenNames[name] ?? (verb ? `${verb}Memory${noun}` : `memory${noun}`);
}

const namesMemory = (name: string): boolean => /memor(y|ies)/i.test(name);
