import type { Role } from '../../../client/generated/graphql';
import type { Failure } from '../api/failure';
import { showToast } from './toast';

type Outcome = Promise<{ readonly failure: Failure | null }>;

/** What can be done with members of a place, each answering why it did not work, or null. */
export interface MemberChanges {
  add(member: { email: string; role: Role }): Promise<Failure | null>;
  setRole(member: { email: string; role: Role }): Promise<Failure | null>;
  remove(email: string): Promise<Failure | null>;
}

interface Mutations {
  add(member: { email: string; role: Role }): Outcome;
  setRole(member: { email: string; role: Role }): Outcome;
  remove(email: string): Outcome;
  /** Reads the members again. */
  again(): void;
}

/** Changes members, shows a toast, and reloads the list: also after an error, because another user may have changed it. */
export function createMemberChanges({ add, setRole, remove, again }: Mutations): MemberChanges {
  const after = async (outcome: Outcome, message: string) => {
    const { failure } = await outcome;
    again();
    if (!failure) showToast(message);
    return failure;
  };
  return {
    add: (member) => after(add(member), `${member.email} is a member now.`),
    setRole: (member) => after(setRole(member), `${member.email} is ${member.role} now.`),
    remove: (email) => after(remove(email), `${email} is no longer a member.`),
  };
}
