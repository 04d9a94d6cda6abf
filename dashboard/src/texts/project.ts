import { labels } from './labels.js';
import { plural } from './plural.js';

export const projectTexts = {
  ...labels,
  profiles: 'User profiles',
  profilesHint: 'A summary of the memories of each user.',
  profilesEnabled: 'Generate profiles',
  profileInstructions: 'Profile instructions',
  profileSchema: 'Profile schema',
  profileSchemaHint: 'A JSON Schema whose properties have descriptions. Empty: texts by category.',
  saveProfileSettings: 'Save profile settings',
  profileSettingsSaved: 'Profile settings saved',
  membersHint:
    'Readers can view and search. Owners can also write, delete and manage the project. Admins and organization owners have full access without being listed.',
  projectNameDeleted: (name: string) => `Project ${name} deleted`,
  deleteProject: 'Delete project',
  deleteHint: 'Permanently deletes the project and its data.',
  deleteTheProjectName: (name: string) => `Delete the project ${name}?`,
  thisPermanentlyDeletes: 'This permanently deletes:',
  deleteMemories: (count: number) =>
    plural(count, '1 memory, with its history and feedback', '# memories, with their history and feedback'),
  deleteEntities: 'all entities (users, agents, apps and runs)',
  deleteOperations: 'events, exports, webhooks and their deliveries',
  deleteApiKeys: 'API keys restricted to this project. They stop working immediately',
  deleteMemberships: 'memberships and open invitations',
  deleteKeeps: 'The request log and a deletion receipt are kept.',
  settingGroups: {
    general: 'General',
    extraction: 'Extraction',
    ranking: 'Ranking',
    data: 'Stored data',
  },
  settingsSaved: 'Project settings saved',
  settingsHintForReaders: 'Only project owners can change these settings.',
  descriptionHint: "For people only. Doesn't affect extraction.",
  instructionsHint:
    "Tell the model what to keep and what to leave out. If empty, the installation's instructions apply.",
  instructionsExample: 'Keep what people like to eat. Leave out small talk.',
  agentInstructionsHint:
    'Replaces the custom instructions for memories that belong to an agent only. If a user is set too, applies to assistant messages.',
  multilingualHint: 'Store and search memories in their original language instead of treating them as English.',
  decayHint: 'Rank recently used memories higher. Nothing is deleted.',
  feedbackRankingHint: 'Rank memories by their feedback too: helpful ones higher, unhelpful ones lower.',
  keepDeletedTextHint:
    'Keep the texts of a memory in its history after you delete the memory. Bulk deletions never keep them.',
  recordSearchQueriesHint:
    'Show the last queries that found each memory to owners. Queries can be personal data. If off, searches are only counted.',
  storeRequestBodiesHint:
    'Keep what requests sent and received, without credentials, for 7 days. Bodies can be personal data; erasures remove them.',
  retentionHint: 'Days to keep requests of this project. Empty: as long as the server keeps its request log.',
  createHint: 'A project isolates memories and has its own settings, members and API keys.',
  noProjectHint: 'Create one above, or ask an owner of a project to add you. Projects belong to an {organization}.',
  askOwnerHint: 'Ask an owner of a project to add you. Projects belong to an {organization}.',
  organizationLink: 'organization',
  projectNameCreated: (name: string) => `Project ${name} created`,
  organizationHint: 'You must be an owner of the organization.',
} as const;
