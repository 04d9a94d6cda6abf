import { ValidationError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { PageWindow } from '../../page.js';
import { readMoment } from '../../validate.js';

/** Checks that a cursor is a time and an id (a UUID, or a number for `digits`). @throws ValidationError */
export function toTimeAndIdWindow(window: PageWindow, ids: 'uuid' | 'digits' = 'uuid'): PageWindow {
  const { key } = window;
  if (key === null || (key.length === 2 && isTime(key[0]) && isId(key[1], ids))) return window;
  throw new ValidationError({ [window.backward ? 'before' : 'after']: ['Not a cursor of this list.'] });
}

function isTime(part: unknown): boolean {
  return (
    typeof part === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(part) &&
    readMoment(new Date(part)) !== null
  );
}

function isId(part: unknown, ids: 'uuid' | 'digits'): boolean {
  return typeof part === 'string' && (ids === 'uuid' ? isUuid(part) : /^\d{1,18}$/.test(part));
}
