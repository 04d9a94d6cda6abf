import {
  IconActivity,
  IconBrain,
  IconChartBar,
  IconKey,
  IconSettings,
  IconSitemap,
  IconTags,
  IconTool,
  IconUsers,
  IconWebhook,
  IconDownload,
  IconStack2,
  IconAdjustments,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { lazy, type ComponentType } from 'react';

/** One page of the dashboard, at `/dashboard/<path>`. */
export interface NavigationItem {
  readonly path: string;
  readonly label: string;
  readonly icon: Icon;
  readonly page: ComponentType;
  /** Shown to admins alone. */
  readonly adminOnly?: boolean;
  /** Whether there are addresses below, as of one memory. */
  readonly hasParts?: boolean;
}

const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

/** The side bar, from top to bottom. */
export const navigation: readonly { readonly label: string; readonly items: readonly NavigationItem[] }[] = [
  {
    label: 'Activity',
    items: [
      {
        path: 'requests',
        label: 'Requests',
        icon: IconActivity,
        page: page(() => import('../pages/requests/requests-page'), 'RequestsPage'),
      },
      {
        path: 'memories',
        label: 'Memories',
        icon: IconBrain,
        page: page(() => import('../pages/memories/memories-page'), 'MemoriesPage'),
        hasParts: true,
      },
      {
        path: 'entities',
        label: 'Entities',
        icon: IconUsers,
        page: page(() => import('../pages/entities/entities-page'), 'EntitiesPage'),
      },
      {
        path: 'events',
        label: 'Events',
        icon: IconStack2,
        page: page(() => import('../pages/events/events-page'), 'EventsPage'),
        hasParts: true,
      },
      {
        path: 'analytics',
        label: 'Analytics',
        icon: IconChartBar,
        page: page(() => import('../pages/analytics/analytics-page'), 'AnalyticsPage'),
      },
    ],
  },
  {
    label: 'Project',
    items: [
      {
        path: 'project',
        label: 'Project',
        icon: IconAdjustments,
        page: page(() => import('../pages/project/project-page'), 'ProjectPage'),
      },
      {
        path: 'categories',
        label: 'Categories',
        icon: IconTags,
        page: page(() => import('../pages/categories/categories-page'), 'CategoriesPage'),
      },
      {
        path: 'webhooks',
        label: 'Webhooks',
        icon: IconWebhook,
        page: page(() => import('../pages/webhooks/webhooks-page'), 'WebhooksPage'),
        hasParts: true,
      },
      {
        path: 'exports',
        label: 'Exports',
        icon: IconDownload,
        page: page(() => import('../pages/exports/exports-page'), 'ExportsPage'),
      },
      {
        path: 'deletions',
        label: 'Deletions',
        icon: IconTrash,
        page: page(() => import('../pages/deletions/deletions-page'), 'DeletionsPage'),
      },
    ],
  },
  {
    label: 'Installation',
    items: [
      {
        path: 'organizations',
        label: 'Organizations',
        icon: IconSitemap,
        page: page(() => import('../pages/organizations/organizations-page'), 'OrganizationsPage'),
        hasParts: true,
      },
      {
        path: 'users',
        label: 'Users',
        icon: IconUsers,
        page: page(() => import('../pages/users/users-page'), 'UsersPage'),
        adminOnly: true,
        hasParts: true,
      },
      {
        path: 'api-keys',
        label: 'API keys',
        icon: IconKey,
        page: page(() => import('../pages/api-keys/api-keys-page'), 'ApiKeysPage'),
      },
      {
        path: 'configuration',
        label: 'Configuration',
        icon: IconTool,
        page: page(() => import('../pages/configuration/configuration-page'), 'ConfigurationPage'),
      },
      {
        path: 'settings',
        label: 'Settings',
        icon: IconSettings,
        page: page(() => import('../pages/settings/settings-page'), 'SettingsPage'),
      },
    ],
  },
];
