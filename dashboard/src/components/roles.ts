import { roles } from '../../../client/generated/lists';

/** Names of roles, weakest first. */
export const roleNames: string[] = roles.map(({ name }) => name);

/** Choices for the role of a member, weakest first. */
export const roleChoices: { value: string; label: string }[] = roles.map(({ name, label }) => ({ value: name, label }));
