import type { Role } from '../../../client/generated/graphql';
import type { Failure } from '../api/failure';
import { showToast } from './toast';
import { commonTexts as words } from '../texts/common';

type Outcome = Promise<{ readonly failure: Failure | null }>;
type Addition = Promise<{
  readonly failure: Failure | null;
  /** `member` is null if the address was invited. */
  readonly payload: { readonly member?: object | null } | null;
}>;

/** Changes members of a project or organization. Each function returns the failure, or null on success. */
export interface MemberChanges {
  add(member: { email: string; role: Role }): Promise<Failure | null>;
  setRole(member: { email: string; role: Role }): Promise<Failure | null>;
  remove(email: string): Promise<Failure | null>;
}

interface Mutations {
  add(member: { email: string; role: Role }): Addition;
  setRole(member: { email: string; role: Role }): Outcome;
  remove(email: string): Outcome;
  /** Reloads the members. */
  again(): void;
}

/** Creates functions that change members, show a toast, and reload the list even after an error. */
export function createMemberChanges({ add, setRole, remove, again }: Mutations): MemberChanges {
  const after = async (outcome: Outcome, message: string) => {
    const { failure } = await outcome;
    again();
    if (!failure) showToast(message);
    return failure;
  };
  return {
    async add(member) {
      const { failure, payload } = await add(member);
      again();
      if (payload) showToast(payload.member ? words.memberAdded(member.email) : words.memberInvited(member.email));
      return failure;
    },
    setRole: (member) => after(setRole(member), words.memberRoleChanged(member.email, words.roles[member.role])),
    remove: (email) => after(remove(email), words.memberRemoved(email)),
  };
}
