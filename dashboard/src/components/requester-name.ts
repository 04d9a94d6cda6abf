import { commonTexts as words } from '../texts/common';

/** Who made a request or a change: a user, or what the server stored instead of one. */
interface Requester {
  /** User id, key prefix, auth mode, or part of the server. */
  readonly by: string | null | undefined;
  readonly user: { readonly name: string; readonly email: string } | null | undefined;
}

const uuidLength = 36;

/** Returns the name of a requester, or null if the server did not say who. */
export function toRequesterName({ by, user }: Requester): string | null {
  if (user) return user.name || user.email;
  if (by == null) return null;
  if (by in words.requesters) return words.requesters[by as keyof typeof words.requesters];
  return by.length === uuidLength ? words.removedUser : `${by}…`;
}
