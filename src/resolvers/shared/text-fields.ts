import { isStorable } from '@memory-gateway/memory-engine';
import { isRole, lowestRole, toRoleList, type Role } from '../../roles.js';
import { findTextError, notStorable, textLimits, type FieldErrorCollector } from '../../validate.js';

/** Reads a name or label: one line of 1 to 255 characters, trimmed. Adds an error otherwise. */
export function readName(check: FieldErrorCollector, field: string, value: unknown): string {
  if (typeof value !== 'string') {
    check.add(field, 'must be text.');
    return '';
  }
  const text = value.trim();
  if (!isStorable(text)) check.add(field, notStorable);
  else if (/[\r\n]/.test(text)) check.add(field, 'must be in one line.');
  else if (text === '') check.add(field, 'may not be blank.');
  else if ([...text].length > textLimits.name) check.add(field, `may have ${textLimits.name} characters at most.`);
  return text;
}

/** Reads an optional longer text and returns null and undefined unchanged. Adds an error for other types. */
export function readText(check: FieldErrorCollector, field: string, value: unknown): string | null | undefined {
  if (value === null || value === undefined) return value;
  check.add(field, findTextError(value, textLimits.text));
  return typeof value === 'string' ? value : null;
}

/** Reads an email address and normalizes it: trimmed, lower case, ASCII only. Adds an error otherwise. */
export function readEmail(check: FieldErrorCollector, value: unknown): string {
  const email = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (!isEmail(email)) check.add('email', 'Enter a valid email address.');
  return email;
}

/** Returns whether `readEmail` accepts a text. */
export function isEmail(text: string): boolean {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && address.test(email);
}

// The rules of `<input type="email">` in browsers. Non-ASCII host names must be in Punycode.
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const address = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})*$`);

/** Reads a role. Adds an error for everything else. */
export function readRole(check: FieldErrorCollector, value: unknown): Role {
  if (isRole(value)) return value;
  check.add('role', `must be ${toRoleList()}.`);
  return lowestRole;
}
