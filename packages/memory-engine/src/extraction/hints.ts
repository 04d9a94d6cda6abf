import { categorize } from '../categories/categorize.js';
import { getStems } from '../words/stem.js';
import { isAboutNamedSubject } from './hint-subjects.js';

/** Words for what is to be stored, and what is not. */
export interface Hints {
  readonly includes?: string | null | undefined;
  readonly excludes?: string | null | undefined;
}

/** Whether hints let a text become a memory. */
export function passesHints(text: string, { includes, excludes }: Hints): boolean {
  if (includes && includes.trim() !== '' && !fitsHint(text, includes)) return false;
  return !(excludes && excludes.trim() !== '' && fitsHint(text, excludes));
}

function fitsHint(text: string, hint: string): boolean {
  const wanted = getStems(hint.replaceAll('_', ' '));
  const said = getStems(text);
  if ([...wanted].some((word) => said.has(word))) return true;
  const categories = categorize(text);
  if (isAboutNamedSubject(text, hint, categories)) return true;
  return categories.some((category) => [...getStems(category.replaceAll('_', ' '))].some((word) => wanted.has(word)));
}
