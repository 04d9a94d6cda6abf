import { DEFAULT_CATEGORIES } from '@memory-gateway/memory-engine';
import { remoteProviderNames, remoteProviders } from '@memory-gateway/models';
import { shownSettings } from '../../src/project-settings.js';
import { roles } from '../../src/roles.js';

// Lists of the server for the dashboard, which imports no code of the server.
const labels = Object.fromEntries(remoteProviderNames.map((name) => [name, remoteProviders[name].label]));
const shownRoles = roles.map(({ name, label }) => ({ name, label }));
const settings = shownSettings().map(({ name, field, kind, label, limit }) => ({ name, field, kind, label, limit }));
process.stdout.write(`/* eslint-disable */
/** Roles of members, the lowest first. */
export const roles = ${JSON.stringify(shownRoles, null, 2)} as const;

/** Settings of a project, with their labels and limits. */
export const projectSettings = ${JSON.stringify(settings, null, 2)} as const;

/** Default categories of projects. */
export const defaultCategories: readonly { readonly name: string; readonly description: string }[] = ${JSON.stringify(DEFAULT_CATEGORIES, null, 2)};

/** Labels of the model providers that are called over the network. */
export const remoteProviderLabels = ${JSON.stringify(labels, null, 2)} as const;
`);
