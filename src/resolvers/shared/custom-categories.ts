import { toStorableJson } from '@memory-gateway/memory-engine';
import { countCategories, type CustomCategory } from '../../project-settings.js';
import type { FieldErrorCollector } from '../../validate.js';

const nameMax = 255;
const descriptionMax = 2_000;

/**
 * Reads the categories of a project, or of one add, which the hosted API takes with descriptions only (`canBeNames` is false).
 * @returns null if none are given, or after an error
 */
export function readCustomCategories(
  check: FieldErrorCollector,
  value: unknown,
  { field, max, canBeNames }: { field: string; max: number; canBeNames: boolean },
): CustomCategory[] | null {
  if (value == null) return null;
  const addError = (problem: string): null => {
    check.add(field, problem);
    return null;
  };
  const names = canBeNames ? ' or of names' : '';
  if (!Array.isArray(value) || (!canBeNames && value.some((one) => typeof one === 'string')))
    return addError(`must be a list of {name: description} objects${names}.`);
  if (countCategories(value) > max) return addError(`may have ${max} categories at most.`);
  const categories: unknown[] = value;
  if (!categories.every(isCategory))
    return addError(
      `must contain {name: description} objects of texts${canBeNames ? ', or names' : ''}. Names may not be blank.`,
    );
  if (categories.some(isTooLong))
    return addError(`may have names of ${nameMax} and descriptions of ${descriptionMax} characters at most.`);
  return toStorableJson(categories) ? addError('contains characters that cannot be stored.') : categories;
}

function isCategory(value: unknown): value is CustomCategory {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([name, text]) => name.trim() !== '' && typeof text === 'string');
}

function isTooLong(category: CustomCategory): boolean {
  if (typeof category === 'string') return category.length > nameMax;
  return Object.entries(category).some(([name, text]) => name.length > nameMax || text.length > descriptionMax);
}
