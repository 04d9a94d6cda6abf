import { isJsonObject, toStorableJson } from '@memory-gateway/memory-engine';
import {
  projectSettings,
  settingLimits,
  settingNames,
  type ChangeByKind,
  type CustomCategory,
  type ExtraSettings,
  type ProjectChanges,
  type ProjectInput,
} from '../../project-settings.js';
import { collectFieldErrors, type FieldErrorCollector } from '../../validate.js';
import { readCustomCategories } from '../shared/custom-categories.js';
import { readName, readText } from '../shared/text-fields.js';

type Reader<Change> = (check: FieldErrorCollector, field: string, value: unknown) => Change | undefined;

const readers: { readonly [Kind in keyof ChangeByKind]: Reader<ChangeByKind[Kind]> } = {
  name: readName,
  text: readText,
  instructions: (...input) => emptyToNull(readText(...input)),
  switch: readSwitch,
  days: readDays,
  categories: readCategories,
  extras: readExtraSettings,
};

/** Checks changes of a project by the list of settings. @throws ValidationError with the errors by field */
export function readProjectChanges(input: ProjectInput): ProjectChanges {
  const check = collectFieldErrors();
  const given = settingNames.filter((name) => input[name] !== undefined);
  const changes = given.map((name) => [name, readers[projectSettings[name].kind](check, name, input[name])]);
  check.throwIfAny();
  return Object.fromEntries(changes) as ProjectChanges;
}

// An empty text removes instructions, as null does.
const emptyToNull = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text);

function readSwitch(check: FieldErrorCollector, field: string, value: unknown): boolean {
  if (typeof value !== 'boolean') check.add(field, 'must be true or false.');
  return value === true;
}

function readDays(check: FieldErrorCollector, field: string, value: unknown): number | null {
  if (value === null) return null;
  const days = Number(value);
  if (!Number.isInteger(days) || days < 1 || days > settingLimits.days)
    check.add(field, `must be a whole number from 1 to ${settingLimits.days}.`);
  return days;
}

function readCategories(check: FieldErrorCollector, field: string, value: unknown): CustomCategory[] | null {
  return readCustomCategories(check, value, { field, max: settingLimits.categories, canBeNames: true });
}

function readExtraSettings(check: FieldErrorCollector, field: string, value: unknown): ExtraSettings | null {
  if (value === null) return null;
  const addError = (problem: string): null => {
    check.add(field, problem);
    return null;
  };
  if (!isJsonObject(value)) return addError('must be an object.');
  const problem = toStorableJson(value);
  if (problem) return addError(problem);
  return JSON.stringify(value).length > settingLimits.extras
    ? addError('may take 16 kB as JSON at most.')
    : (value as ExtraSettings);
}
