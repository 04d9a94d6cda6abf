import {
  ActivityIcon,
  CodeIcon,
  HouseIcon,
  SlidersHorizontalIcon,
  StickyNoteIcon,
  type Icon,
} from '../components/icons';
import type { ComponentType } from 'react';
import type { ProjectPermission } from '../../../client/generated/graphql';
import { loadLater, loadWithMantine } from './load-page';
import { shellTexts as words } from '../texts/shell';

export interface NavigationItem {
  readonly path: string;
  readonly label: string;
  readonly page: ComponentType;
  readonly adminOnly?: boolean;
  /** Permission in the project without which the page is not in the menu. */
  readonly permission?: ProjectPermission;
  /** Whether this page has subpages, for example one memory. */
  readonly hasParts?: boolean;
}

export interface Area {
  readonly label: string;
  readonly icon: Icon;
  readonly items: readonly NavigationItem[];
}

const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  loadWithMantine(async () => (await load())[name]);

const memories: Area = {
  label: words.memories,
  icon: StickyNoteIcon,
  items: [
    {
      path: 'memories',
      label: words.allMemories,
      page: page(() => import('../pages/memories/memories-page'), 'MemoriesPage'),
      hasParts: true,
    },
    {
      path: 'entities',
      label: words.entities,
      page: page(() => import('../pages/entities/entities-page'), 'EntitiesPage'),
    },
    {
      path: 'corrections',
      label: words.corrections,
      page: page(() => import('../pages/corrections/corrections-page'), 'CorrectionsPage'),
    },
    {
      path: 'import',
      permission: 'MEMORY_WRITE',
      label: words.import,
      page: page(() => import('../pages/import/import-page'), 'ImportPage'),
    },
    {
      path: 'deletions',
      permission: 'DELETION_READ',
      label: words.deletions,
      page: page(() => import('../pages/deletions/deletions-page'), 'DeletionsPage'),
    },
  ],
};

const observe: Area = {
  label: words.observe,
  icon: ActivityIcon,
  items: [
    {
      path: 'requests',
      label: words.requests,
      page: page(() => import('../pages/requests/requests-page'), 'RequestsPage'),
    },
    {
      path: 'audit',
      permission: 'AUDIT_LOG_READ',
      label: words.audit,
      page: page(() => import('../pages/audit/audit-page'), 'AuditPage'),
    },
    {
      path: 'log-streams',
      permission: 'LOG_STREAM_READ',
      label: words.logStreams,
      page: page(() => import('../pages/log-streams/log-streams-page'), 'LogStreamsPage'),
    },
    {
      path: 'events',
      label: words.events,
      page: page(() => import('../pages/events/events-page'), 'EventsPage'),
      hasParts: true,
    },
    {
      path: 'deliveries',
      permission: 'WEBHOOK_READ',
      label: words.deliveries,
      page: page(() => import('../pages/webhooks/deliveries-page'), 'DeliveriesPage'),
      hasParts: true,
    },
    {
      path: 'analytics',
      label: words.analytics,
      page: page(() => import('../pages/analytics/analytics-page'), 'AnalyticsPage'),
    },
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
      page: page(() => import('../pages/playground/playground-page'), 'PlaygroundPage'),
    },
    {
      path: 'explorer',
      label: words.explorer,
      page: page(() => import('../pages/explorer/explorer-page'), 'ExplorerPage'),
    },
    {
      path: 'api-keys',
      label: words.apiKeys,
      page: page(() => import('../pages/api-keys/api-keys-page'), 'ApiKeysPage'),
    },
    {
      path: 'webhooks',
      permission: 'WEBHOOK_READ',
      label: words.webhooks,
      page: page(() => import('../pages/webhooks/webhooks-page'), 'WebhooksPage'),
      hasParts: true,
    },
    {
      path: 'exports',
      permission: 'EXPORT_WRITE',
      label: words.exports,
      page: page(() => import('../pages/exports/exports-page'), 'ExportsPage'),
    },
  ],
};

const manage: Area = {
  label: words.manage,
  icon: SlidersHorizontalIcon,
  items: [
    { path: 'project', label: words.project, page: page(() => import('../pages/project/project-page'), 'ProjectPage') },
    {
      path: 'categories',
      label: words.categories,
      page: page(() => import('../pages/categories/categories-page'), 'CategoriesPage'),
    },
    {
      path: 'organizations',
      label: words.organizations,
      page: page(() => import('../pages/organizations/organizations-page'), 'OrganizationsPage'),
      hasParts: true,
    },
    {
      path: 'users',
      label: words.users,
      page: page(() => import('../pages/users/users-page'), 'UsersPage'),
      adminOnly: true,
      hasParts: true,
    },
    {
      path: 'connected-apps',
      label: words.connectedApps,
      page: page(() => import('../pages/connected-apps/connected-apps-page'), 'ConnectedAppsPage'),
    },
    {
      path: 'configuration',
      label: words.models,
      page: page(() => import('../pages/configuration/configuration-page'), 'ConfigurationPage'),
    },
    {
      path: 'settings',
      label: words.settings,
      page: page(() => import('../pages/settings/settings-page'), 'SettingsPage'),
    },
  ],
};

const home: Area = {
  label: words.home,
  icon: HouseIcon,
  items: [
    {
      path: 'home',
      label: words.home,
      page: loadLater(async () => (await import('../pages/home/home-page')).HomePage),
    },
  ],
};

/** The five areas of the sidebar and of the phone's tabs. */
export const areas: readonly Area[] = [home, memories, observe, build, manage];

export const allPages: readonly NavigationItem[] = areas.flatMap(({ items }) => items);
