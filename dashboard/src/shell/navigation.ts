import {
  ActivityIcon,
  CodeIcon,
  HouseIcon,
  SlidersHorizontalIcon,
  StickyNoteIcon,
  type Icon,
} from '../components/icons';
import type { ComponentType } from 'react';
import type { ProjectPermission } from '../api/graphql';
import { loadLater, loadWithMantine } from './load-page';
import { shellTexts as words } from '../texts/shell';

export interface NavigationItem {
  readonly path: string;
  readonly label: string;
  /** Loads the module of the page, which exports the page alone. */
  load(): Promise<Record<string, ComponentType>>;
  /** Home, the first page, is small without Mantine. */
  readonly isPlain?: boolean;
  readonly adminOnly?: boolean;
  /** Permission in the project without which the page is not in the menu. */
  readonly permission?: ProjectPermission;
  /** Whether this page has subpages, for example one memory. */
  readonly hasParts?: boolean;
  /** Titles of subpages whose last part of the path is a name, not an ID. */
  readonly partTitles?: Readonly<Record<string, string>>;
}

export interface Area {
  readonly label: string;
  readonly icon: Icon;
  readonly items: readonly NavigationItem[];
}

const memories: Area = {
  label: words.memories,
  icon: StickyNoteIcon,
  items: [
    {
      path: 'memories',
      label: words.allMemories,
      load: () => import('../pages/memories/memories-page'),
      hasParts: true,
    },
    { path: 'entities', label: words.entities, load: () => import('../pages/entities/entities-page') },
    { path: 'corrections', label: words.corrections, load: () => import('../pages/corrections/corrections-page') },
    {
      path: 'import',
      permission: 'MEMORY_WRITE',
      label: words.import,
      load: () => import('../pages/import/import-page'),
    },
    {
      path: 'deletions',
      permission: 'DELETION_READ',
      label: words.deletions,
      load: () => import('../pages/deletions/deletions-page'),
    },
  ],
};

const observe: Area = {
  label: words.observe,
  icon: ActivityIcon,
  items: [
    { path: 'requests', label: words.requests, load: () => import('../pages/requests/requests-page') },
    {
      path: 'audit',
      permission: 'AUDIT_LOG_READ',
      label: words.audit,
      load: () => import('../pages/audit/audit-page'),
    },
    {
      path: 'log-streams',
      permission: 'LOG_STREAM_READ',
      label: words.logStreams,
      load: () => import('../pages/log-streams/log-streams-page'),
    },
    { path: 'events', label: words.events, load: () => import('../pages/events/events-page'), hasParts: true },
    {
      path: 'deliveries',
      permission: 'WEBHOOK_READ',
      label: words.deliveries,
      load: () => import('../pages/webhooks/deliveries-page'),
      hasParts: true,
    },
    { path: 'analytics', label: words.analytics, load: () => import('../pages/analytics/analytics-page') },
  ],
};

const build: Area = {
  label: words.build,
  icon: CodeIcon,
  items: [
    {
      path: 'playground',
      permission: 'MEMORY_WRITE',
      label: words.playground,
      load: () => import('../pages/playground/playground-page'),
    },
    { path: 'explorer', label: words.explorer, load: () => import('../pages/explorer/explorer-page') },
    { path: 'api-keys', label: words.apiKeys, load: () => import('../pages/api-keys/api-keys-page') },
    {
      path: 'webhooks',
      permission: 'WEBHOOK_READ',
      label: words.webhooks,
      load: () => import('../pages/webhooks/webhooks-page'),
      hasParts: true,
    },
    {
      path: 'exports',
      permission: 'EXPORT_WRITE',
      label: words.exports,
      load: () => import('../pages/exports/exports-page'),
    },
  ],
};

const manage: Area = {
  label: words.manage,
  icon: SlidersHorizontalIcon,
  items: [
    { path: 'project', label: words.project, load: () => import('../pages/project/project-page') },
    { path: 'categories', label: words.categories, load: () => import('../pages/categories/categories-page') },
    {
      path: 'organizations',
      label: words.organizations,
      load: () => import('../pages/organizations/organizations-page'),
      hasParts: true,
    },
    {
      path: 'users',
      label: words.users,
      load: () => import('../pages/users/users-page'),
      adminOnly: true,
      hasParts: true,
      partTitles: { invitations: words.invitations },
    },
    {
      path: 'connected-apps',
      label: words.connectedApps,
      load: () => import('../pages/connected-apps/connected-apps-page'),
    },
    { path: 'configuration', label: words.models, load: () => import('../pages/configuration/configuration-page') },
    { path: 'settings', label: words.settings, load: () => import('../pages/settings/settings-page') },
  ],
};

const home: Area = {
  label: words.home,
  icon: HouseIcon,
  items: [{ path: 'home', label: words.home, load: () => import('../pages/home/home-page'), isPlain: true }],
};

/** The five areas of the sidebar and of the phone's tabs. */
export const areas: readonly Area[] = [home, memories, observe, build, manage];

/** Pages that show data of one project. Without a project, they say so. */
const needsProject = new Set([
  ...memories.items.map(({ path }) => path),
  'log-streams',
  'events',
  'deliveries',
  'playground',
  'webhooks',
  'exports',
  'categories',
]);

export const allPages = areas.flatMap(({ items }) =>
  items.map(({ load, isPlain = false, path, label, hasParts = false }) => ({
    path,
    label,
    hasParts,
    needsProject: needsProject.has(path),
    page: (isPlain ? loadLater : loadWithMantine)(async () => Object.values(await load())[0] as ComponentType),
  })),
);
