import { useState } from 'react';
import { Sentence } from '../../components/sentence';
import { CreateInvitationDocument } from '../../api/graphql';
import { useMutate } from '../../api/run-mutation';
import { MadeOnce } from '../../components/made-once';
import type { AddMember } from '../../components/members';
import { Link } from '../../shell/routing';
import { usersTexts as words } from '../../texts/users';

interface Made {
  readonly email: string;
  readonly token: string;
}

/**
 * Invites an address without an account by a link, and adds an address with an account like `addUser`. For admins: only
 * they may let people create accounts.
 */
export function useInvitationLink(projectId: string, addUser: AddMember) {
  const mutate = useMutate();
  const [made, setMade] = useState<Made | null>(null);
  const add: AddMember = async (member) => {
    const input = { ...member, projectId };
    const { failure, payload } = await mutate(CreateInvitationDocument, input);
    if (failure?.isConflict) return addUser(member);
    if (payload) setMade({ email: member.email, token: payload.token });
    return { failure, payload: null };
  };
  return { made, add, close: () => setMade(null) };
}

/** Shows the link of a new invitation once. */
export function InvitationLink({ made, onClose }: { made: Made | null; onClose: () => void }) {
  return (
    <MadeOnce
      secret={made && `${window.location.origin}/invitation?token=${encodeURIComponent(made.token)}`}
      label={words.link}
      title={words.invitationCreated}
      lead={<p>{words.invitationLinkHint(made?.email ?? '')}</p>}
      onClose={onClose}
    >
      <p className="meta t3">
        <Sentence
          text={words.invitationsListed}
          parts={{ page: <Link to="/users/invitations">{words.invitations}</Link> }}
        />
      </p>
    </MadeOnce>
  );
}
