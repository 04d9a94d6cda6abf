import { roles } from '../../../client/generated/lists';
import type { Role } from '../../../client/generated/graphql';
import { getFormText } from './form-text';

/** Names of roles, weakest first. */
export const roleNames: string[] = roles.map(({ name }) => name);

/** Choices for the role of a member, weakest first. */
export const roleChoices: { value: string; label: string }[] = roles.map(({ name, label }) => ({ value: name, label }));

/** Returns the `role` of a form. The server validates it. */
export const getFormRole = (form: FormData): Role => getFormText(form, 'role') as Role;
