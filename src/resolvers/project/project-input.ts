import { toStorableJson } from '../../engine/filter-values.js';
import type { CustomCategory, ProjectChanges } from '../../stores/project/project-store.js';
import { collectFieldErrors, type FieldErrorCollector } from '../../validate.js';
import { readName, readText } from '../shared/text-fields.js';

/** Unvalidated project settings. Undefined keeps a value. */
export interface ProjectInput {
  readonly name?: string | null;
  readonly description?: string | null;
  /** `[{name: description}]` or `[name]`. */
  readonly customCategories?: unknown;
  readonly customInstructions?: string | null;
  readonly agentCustomInstructions?: string | null;
  readonly multilingual?: boolean | null;
  readonly decay?: boolean | null;
  readonly feedbackRanking?: boolean | null;
  /** Object that is merged into the stored settings. Null clears them. */
  readonly extraSettings?: unknown;
}

/** Validates project settings. @throws ValidationError by field */
export function readProjectChanges(input: ProjectInput): ProjectChanges {
  const check = collectFieldErrors();
  const changes: ProjectChanges = {
    name: input.name === undefined ? undefined : readName(check, 'name', input.name),
    description: readText(check, 'description', input.description),
    customCategories: readCategories(check, input.customCategories),
    // An empty text clears instructions, like null.
    customInstructions: emptyToNull(readText(check, 'customInstructions', input.customInstructions)),
    agentCustomInstructions: emptyToNull(readText(check, 'agentCustomInstructions', input.agentCustomInstructions)),
    multilingual: readSwitch(check, 'multilingual', input.multilingual),
    decay: readSwitch(check, 'decay', input.decay),
    feedbackRanking: readSwitch(check, 'feedbackRanking', input.feedbackRanking),
    extraSettings: readExtraSettings(check, input.extraSettings),
  };
  check.throwIfAny();
  return changes;
}

const emptyToNull = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text);

function readSwitch(check: FieldErrorCollector, field: string, value: unknown): boolean | undefined {
  if (value !== undefined && typeof value !== 'boolean') check.add(field, 'It must be true or false.');
  return value === undefined ? undefined : value === true;
}

const mostCategories = 200;

function readCategories(check: FieldErrorCollector, value: unknown): CustomCategory[] | null | undefined {
  if (value === null || value === undefined) return value;
  const addError = (problem: string): null => {
    check.add('customCategories', problem);
    return null;
  };
  if (!Array.isArray(value)) return addError('It must be a list of {name: description} objects or of names.');
  if (value.length > mostCategories) return addError(`There may be ${mostCategories} categories at most.`);
  const categories: unknown[] = value;
  if (!categories.every(isCategory))
    return addError('Each category must be a {name: description} object of texts, or a name. Names may not be blank.');
  return toStorableJson(categories) ? addError('It contains characters that cannot be stored.') : categories;
}

function isCategory(value: unknown): value is CustomCategory {
  if (typeof value === 'string') return isCategoryName(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(([name, text]) => isCategoryName(name) && typeof text === 'string' && text.length <= 2_000)
  );
}

const isCategoryName = (text: string): boolean => text.trim() !== '' && text.length <= 255;

function readExtraSettings(check: FieldErrorCollector, value: unknown): ProjectChanges['extraSettings'] {
  if (value === null || value === undefined) return value;
  const addError = (problem: string): null => {
    check.add('extraSettings', problem);
    return null;
  };
  if (!isObject(value)) return addError('It must be an object.');
  const problem = toStorableJson(value);
  if (problem) return addError(problem);
  return JSON.stringify(value).length > 16_384 ? addError('It may take 16 kB as JSON at most.') : value;
}

function isObject(value: unknown): value is NonNullable<ProjectChanges['extraSettings']> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
