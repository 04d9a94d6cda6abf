import { textLimits } from './validate.js';

/** Kind of a setting. It determines the TypeScript type, the column type, the checks and the GraphQL type. */
type SettingKind = 'name' | 'text' | 'instructions' | 'switch' | 'days' | 'categories' | 'extras';

interface Setting {
  readonly kind: SettingKind;
  /** Name of a switch in GraphQL, where a Boolean begins with a verb. The other settings have their own name. */
  readonly field?: string;
  /** Label in the dashboard. */
  readonly label: string;
  /** Description of the field of `Project` in GraphQL. */
  readonly output: string;
  /** Description of the field of `UpdateProjectInput`. */
  readonly input: string;
}

// Settings of a project. SQL, checks of changes, the GraphQL type and input, REST with its OpenAPI document, and the form
// and the changes in the dashboard derive from this list. The column and the REST field are the name in snake case. A new
// setting also needs a column in prisma/schema.prisma and in a migration, and its field in client/documents/.
export const projectSettings = {
  name: {
    kind: 'name',
    label: 'Name',
    output: 'Display name of the project.',
    input: 'New display name of the project, 1 to 255 characters.',
  },
  description: {
    kind: 'text',
    label: 'Description',
    output: 'Description of the project. Null if it has none.',
    input: 'New description of the project.',
  },
  customCategories: {
    kind: 'categories',
    label: 'Categories',
    output: 'Categories of the project. Null or empty: the built-in categories.',
    input: 'New categories of the project. Null or empty: the built-in categories.',
  },
  customInstructions: {
    kind: 'instructions',
    label: 'Custom instructions',
    output: 'Extraction instructions: what to keep and what to leave out. Null if the project has none.',
    input: 'New extraction instructions of the project.',
  },
  agentCustomInstructions: {
    kind: 'instructions',
    label: 'Agent instructions',
    output: 'Extraction instructions for memories that belong to an agent. Null if the project has none.',
    input: 'New extraction instructions for memories that belong to an agent.',
  },
  multilingual: {
    kind: 'switch',
    field: 'isMultilingual',
    label: 'Multilingual',
    output: 'Whether memories are stored and searched in their original language.',
    input: 'Stores and searches memories in their original language.',
  },
  decay: {
    kind: 'switch',
    field: 'hasDecay',
    label: 'Decay',
    output: 'Whether search ranks recently used memories higher.',
    input: 'Ranks recently used memories higher in searches.',
  },
  feedbackRanking: {
    kind: 'switch',
    field: 'hasFeedbackRanking',
    label: 'Feedback ranking',
    output: 'Whether feedback on memories moves them up or down in searches.',
    input: 'Lets feedback on memories move them up or down in searches.',
  },
  keepDeletedText: {
    kind: 'switch',
    field: 'keepsDeletedText',
    label: 'Keep deleted text',
    output:
      'Whether the history of a memory keeps its texts and metadata after the memory is deleted by ID. Bulk deletions never keep them.',
    input:
      'Keeps texts and metadata in the history of memories that are deleted by ID. If false, later deletions keep event, time, owner and author only.',
  },
  recordSearchQueries: {
    kind: 'switch',
    field: 'recordsSearchQueries',
    label: 'Record search queries',
    output: 'Whether each memory keeps the last queries that found it, see `Memory.searchHits`.',
    input:
      'Keeps the last queries that found each memory. If false, searches are only counted, and kept queries are hidden at once and removed within an hour.',
  },
  storeRequestBodies: {
    kind: 'switch',
    field: 'storesRequestBodies',
    label: 'Store request bodies',
    output: 'Whether the request log keeps bodies, see `RequestLog.body`.',
    input: 'Keeps bodies of requests for 7 days. If false, they are hidden at once and removed within an hour.',
  },
  requestLogRetentionDays: {
    kind: 'days',
    label: 'Request log retention',
    output: 'Days that the request log keeps requests of this project. Null: as long as the server keeps all requests.',
    input:
      'Days that the request log keeps requests of this project, at most the days of the server (`REQUEST_LOG_RETENTION_DAYS`).',
  },
  extraSettings: {
    kind: 'extras',
    label: 'Settings of the hosted API',
    output: 'Settings of the hosted API that are stored and returned without an effect.',
    input: 'Settings to merge into the stored ones.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** Limits of the kinds: characters, days, categories, or characters of JSON. */
export const settingLimits = {
  name: textLimits.name,
  text: textLimits.text,
  instructions: textLimits.text,
  days: 36_500,
  categories: 200,
  extras: 16_384,
} as const;

type Settings = typeof projectSettings;
export type SettingName = keyof Settings;
type NameOfKind<Kind> = { [Name in SettingName]: Settings[Name]['kind'] extends Kind ? Name : never }[SettingName];

/** A memory category as its owner wrote it: a name, or names with descriptions. */
export type CustomCategory = string | Record<string, string>;

type Json = string | number | boolean | null | Json[] | { [name: string]: Json | undefined };
/** Settings of the hosted API that are stored without effect, by name. */
export type ExtraSettings = { [name: string]: Json | undefined };

/** Returns how many categories a list of names and of objects by name has. */
export const countCategories = (list: readonly unknown[]): number =>
  list.reduce((sum: number, entry) => sum + (typeof entry === 'object' ? Object.keys(entry ?? {}).length : 1), 0);

interface StoredByKind {
  readonly name: string;
  readonly text: string | null;
  readonly instructions: string | null;
  readonly switch: boolean;
  readonly days: number | null;
  readonly categories: CustomCategory[] | null;
  readonly extras: ExtraSettings;
}

/** A validated change by kind. `extras` are merged; null clears them. */
export interface ChangeByKind extends Omit<StoredByKind, 'extras'> {
  readonly extras: ExtraSettings | null;
}

interface InputByKind {
  readonly name: string | null;
  readonly text: string | null;
  readonly instructions: string | null;
  readonly switch: boolean | null;
  readonly days: number | null;
  readonly categories: unknown;
  readonly extras: unknown;
}

export type ProjectSettings = { readonly [Name in SettingName]: StoredByKind[Settings[Name]['kind']] };

/** Validated changes of a project. Absent settings stay unchanged. */
export type ProjectChanges = {
  readonly [Name in SettingName]?: ChangeByKind[Settings[Name]['kind']] | undefined;
};

/** Changes of a project as callers send them, not validated. Undefined settings stay unchanged. */
export type ProjectInput = { readonly [Name in SettingName]?: InputByKind[Settings[Name]['kind']] | undefined };

export const settingNames = Object.keys(projectSettings) as SettingName[];

/** Settings that callers see; extra ones of the hosted API are fields of their own. */
export const shownSettings = () =>
  settingNames.flatMap((name) => {
    const setting: Setting = projectSettings[name];
    if (setting.kind === 'extras') return [];
    const limit = setting.kind in settingLimits ? settingLimits[setting.kind as keyof typeof settingLimits] : null;
    const field = setting.field ?? name;
    return [{ name: name as Exclude<SettingName, NameOfKind<'extras'>>, ...setting, field, kind: setting.kind, limit }];
  });

/** Builds an object with one value for each setting of these kinds. */
export function mapSettings<Kind extends SettingKind, Value>(
  kinds: readonly Kind[],
  toValue: (name: NameOfKind<Kind>, setting: Setting) => Value,
): Record<NameOfKind<Kind>, Value> {
  const wanted = settingNames.filter((name) => (kinds as readonly SettingKind[]).includes(projectSettings[name].kind));
  const entries = wanted.map((name) => [name, toValue(name as NameOfKind<Kind>, projectSettings[name])] as const);
  return Object.fromEntries(entries) as Record<NameOfKind<Kind>, Value>;
}

type SwitchName = NameOfKind<'switch'>;
type ByField<Value> = { [Name in SwitchName as Settings[Name]['field']]: Value };

/** Builds an object with one value for each switch, by its name in GraphQL. */
export function mapSwitches<Value>(toValue: (name: SwitchName, setting: Setting) => Value): ByField<Value> {
  const entries = Object.entries(mapSettings(['switch'], toValue));
  return Object.fromEntries(entries.map(([name, value]) => [switchFields[name], value])) as ByField<Value>;
}

/** Returns the switches of an input by their names in GraphQL, with the names of the settings. */
export function fromSwitchFields(input: Partial<ByField<boolean | null>>): Pick<ProjectInput, SwitchName> {
  const given: Readonly<Record<string, boolean | null | undefined>> = input;
  return mapSettings(['switch'], (name) => given[switchFields[name] ?? name]);
}

/** Names of switches in GraphQL by name of the setting. */
export const switchFields: Readonly<Record<string, string>> = mapSettings(['switch'], (_name, { field }) =>
  String(field),
);
