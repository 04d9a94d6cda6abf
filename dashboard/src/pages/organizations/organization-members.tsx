import { useMemo, useState } from 'react';
import {
  AddOrganizationMemberDocument,
  OrganizationMembersDocument,
  RemoveOrganizationMemberDocument,
  UpdateOrganizationMemberDocument,
} from '../../../../client/generated/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { useMutate } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { createMemberChanges } from '../../components/member-changes';
import { Members } from '../../components/members';
import { OpenInvitations } from '../../components/open-invitations';
import { Pager, usePages } from '../../components/pager';
import { organizationsTexts as words } from '../../texts/organizations';

export function OrganizationMembers({ organizationId, canEdit }: { organizationId: string; canEdit: boolean }) {
  const mutate = useMutate();
  const pages = usePages();
  const place = useMemo(() => ({ organizationId }), [organizationId]);
  const [result, read] = useRepeatableQuery(OrganizationMembersDocument, { id: organizationId, ...pages.variables });
  const [round, setRound] = useState(0);
  const again = () => {
    read();
    setRound((last) => last + 1);
  };
  const changes = createMemberChanges({
    again,
    add: (member) => mutate(AddOrganizationMemberDocument, { organizationId, ...member }),
    setRole: (member) => mutate(UpdateOrganizationMemberDocument, { organizationId, ...member }),
    remove: (email) => mutate(RemoveOrganizationMemberDocument, { organizationId, email }),
  });
  return (
    <Answer result={result} retry={again}>
      {({ organization: { members } }) => (
        <Members
          members={members.edges.map(({ node }) => node)}
          place="organization"
          description={words.membersHint}
          canEdit={canEdit}
          {...changes}
        >
          <Pager pages={pages} info={members.pageInfo} />
          {canEdit && <OpenInvitations key={round} place={place} />}
        </Members>
      )}
    </Answer>
  );
}
