import { labels } from './labels.js';
import { plural } from './plural.js';

export const organizationsTexts = {
  ...labels,
  countOrganizations: (count: number) => plural(count, '1 organization', '# organizations'),
  rename: 'Rename',
  renameName: (name: string) => `Rename ${name}`,
  renamed: (name: string) => `Organization renamed to ${name}`,
  projects: 'Projects',
  noVisibleProjects: 'No projects you can access',
  organizationNameCreated: (name: string) => `Organization ${name} created`,
  description: 'Organizations group projects and the people who manage them.',
  newOrganization: 'New organization',
  noOrganizationsYet: 'No organizations yet',
  emptyHint: 'Create one above, or ask an owner of an organization to add you.',
  default: 'Default',
  idOfName: (name: string) => `ID of ${name}`,
  membersHint: 'Owners manage every project and can create projects. Readers can view and search every project.',
  allOrganizations: 'All organizations',
  idOfTheOrganization: 'organization ID',
  organizationNameDeleted: (name: string) => `Organization ${name} deleted`,
  deleteOrganization: 'Delete organization',
  deleteHint: 'Permanently deletes the organization and its projects.',
  deleteTheOrganizationName: (name: string) => `Delete the organization ${name}?`,
  deleteWarning: (projects: number) =>
    plural(
      projects,
      'Deleting the organization also deletes its project, with all memories, webhooks, API keys and memberships.',
      'Deleting the organization also deletes its # projects, with all memories, webhooks, API keys and memberships.',
    ),
  deleteKeeps: 'Users, the request log and a deletion receipt are kept. This cannot be undone.',
} as const;
