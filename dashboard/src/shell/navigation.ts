import {
  ActivityIcon,
  CodeIcon,
  HouseIcon,
  SlidersHorizontalIcon,
  StickyNoteIcon,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { loadLater, loadWithMantine } from './load-page';

export interface NavigationItem {
  readonly path: string;
  readonly label: string;
  readonly page: ComponentType;
  readonly adminOnly?: boolean;
  /** Whether this page has subpages, for example one memory. */
  readonly hasParts?: boolean;
}

export interface Area {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly items: readonly NavigationItem[];
}

const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  loadWithMantine(async () => (await load())[name]);

const memories: Area = {
  label: 'Memories',
  icon: StickyNoteIcon,
  items: [
    {
      path: 'memories',
      label: 'All memories',
      page: page(() => import('../pages/memories/memories-page'), 'MemoriesPage'),
      hasParts: true,
    },
    {
      path: 'entities',
      label: 'Entities',
      page: page(() => import('../pages/entities/entities-page'), 'EntitiesPage'),
    },
    {
      path: 'import',
      label: 'Import',
      page: page(() => import('../pages/import/import-page'), 'ImportPage'),
    },
    {
      path: 'deletions',
      label: 'Deletions',
      page: page(() => import('../pages/deletions/deletions-page'), 'DeletionsPage'),
    },
  ],
};

const observe: Area = {
  label: 'Observe',
  icon: ActivityIcon,
  items: [
    {
      path: 'requests',
      label: 'Requests',
      page: page(() => import('../pages/requests/requests-page'), 'RequestsPage'),
    },
    { path: 'audit', label: 'Audit', page: page(() => import('../pages/audit/audit-page'), 'AuditPage') },
    {
      path: 'log-streams',
      label: 'Log streams',
      page: page(() => import('../pages/log-streams/log-streams-page'), 'LogStreamsPage'),
    },
    {
      path: 'events',
      label: 'Events',
      page: page(() => import('../pages/events/events-page'), 'EventsPage'),
      hasParts: true,
    },
    {
      path: 'analytics',
      label: 'Analytics',
      page: page(() => import('../pages/analytics/analytics-page'), 'AnalyticsPage'),
    },
  ],
};

const build: Area = {
  label: 'Build',
  icon: CodeIcon,
  items: [
    {
      path: 'playground',
      label: 'Playground',
      page: page(() => import('../pages/playground/playground-page'), 'PlaygroundPage'),
    },
    {
      path: 'explorer',
      label: 'Explorer',
      page: page(() => import('../pages/explorer/explorer-page'), 'ExplorerPage'),
    },
    {
      path: 'api-keys',
      label: 'API keys',
      page: page(() => import('../pages/api-keys/api-keys-page'), 'ApiKeysPage'),
    },
    {
      path: 'webhooks',
      label: 'Webhooks',
      page: page(() => import('../pages/webhooks/webhooks-page'), 'WebhooksPage'),
      hasParts: true,
    },
    { path: 'exports', label: 'Exports', page: page(() => import('../pages/exports/exports-page'), 'ExportsPage') },
  ],
};

const manage: Area = {
  label: 'Manage',
  icon: SlidersHorizontalIcon,
  items: [
    { path: 'project', label: 'Project', page: page(() => import('../pages/project/project-page'), 'ProjectPage') },
    {
      path: 'categories',
      label: 'Categories',
      page: page(() => import('../pages/categories/categories-page'), 'CategoriesPage'),
    },
    {
      path: 'organizations',
      label: 'Organizations',
      page: page(() => import('../pages/organizations/organizations-page'), 'OrganizationsPage'),
      hasParts: true,
    },
    {
      path: 'users',
      label: 'Users',
      page: page(() => import('../pages/users/users-page'), 'UsersPage'),
      adminOnly: true,
      hasParts: true,
    },
    {
      path: 'connected-apps',
      label: 'Connected apps',
      page: page(() => import('../pages/connected-apps/connected-apps-page'), 'ConnectedAppsPage'),
    },
    {
      path: 'configuration',
      label: 'Models',
      page: page(() => import('../pages/configuration/configuration-page'), 'ConfigurationPage'),
    },
    {
      path: 'settings',
      label: 'Settings',
      page: page(() => import('../pages/settings/settings-page'), 'SettingsPage'),
    },
  ],
};

const home: Area = {
  label: 'Home',
  icon: HouseIcon,
  items: [
    { path: 'home', label: 'Home', page: loadLater(async () => (await import('../pages/home/home-page')).HomePage) },
  ],
};

/** The five areas of the sidebar and of the phone's tabs. */
export const areas: readonly Area[] = [home, memories, observe, build, manage];

/** All pages of the dashboard. */
export const allPages: readonly NavigationItem[] = areas.flatMap(({ items }) => items);
