import type { AppContext } from '../../src/context.js';
import { acceptInvitation } from '../../src/resolvers/invitation/accept-invitation.js';
import type { AddedMember } from '../../src/resolvers/member/add-member.js';
import type { Client } from './app.js';

/** Accepts the invitation that adding a member created, if any, as the invited user. @returns the result of adding */
export async function accepted(invited: AppContext, addition: Promise<AddedMember>): Promise<AddedMember> {
  const added = await addition;
  if (added.invitation) await acceptInvitation(invited, { id: added.invitation.id });
  return added;
}

interface Received {
  readonly data: { readonly viewer: { readonly invitations: { readonly edges: readonly { node: { id: string } }[] } } };
}

/** Accepts every invitation of this client's user. */
export async function acceptInvitations(invited: Client): Promise<void> {
  const query = '{ viewer { invitations(first: 100) { edges { node { id } } } } }';
  const { body } = await invited.rest<Received>('POST', '/graphql', { query });
  const accept = 'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { __typename } }';
  for (const { node } of body.data.viewer.invitations.edges) {
    const answer = await invited.rest('POST', '/graphql', { query: accept, variables: { input: node } });
    if (!JSON.stringify(answer.body).includes('AcceptInvitationPayload')) throw new Error(JSON.stringify(answer.body));
  }
}
