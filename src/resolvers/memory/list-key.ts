import { isUuid } from '../../ids.js';
import type { PageWindow } from '../../page.js';
import { foreignCursor, isKeyTime } from '../../stores/keyset.js';

/** Checks that a cursor is a time and an id (a UUID, or a number for `digits`). @throws ValidationError */
export function toTimeAndIdWindow(window: PageWindow, ids: 'uuid' | 'digits' = 'uuid'): PageWindow {
  const { key } = window;
  if (key === null || (key.length === 2 && isKeyTime(key[0]) && isId(key[1], ids))) return window;
  throw foreignCursor(window);
}

function isId(part: unknown, ids: 'uuid' | 'digits'): boolean {
  return typeof part === 'string' && (ids === 'uuid' ? isUuid(part) : /^\d{1,18}$/.test(part));
}
