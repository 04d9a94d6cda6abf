import {
  AddOrganizationMemberDocument,
  OrganizationMembersDocument,
  RemoveOrganizationMemberDocument,
  UpdateOrganizationMemberDocument,
} from '../../../../client/generated/graphql';
import { useMutate } from '../../api/run-mutation';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Members } from '../../components/members';
import { usePages } from '../../components/pager';

import { organizationsTexts as words } from '../../texts/organizations';

export function OrganizationMembers({ organizationId, canEdit }: { organizationId: string; canEdit: boolean }) {
  const mutate = useMutate();
  const pages = usePages();
  const [result, again] = useRepeatableQuery(OrganizationMembersDocument, { id: organizationId, ...pages.variables });
  return (
    <Answer result={result} retry={again}>
      {({ organization: { members } }) => (
        <Members
          place={{ organizationId }}
          members={members}
          pages={pages}
          description={words.membersHint}
          canEdit={canEdit}
          again={again}
          add={(member) => mutate(AddOrganizationMemberDocument, { organizationId, ...member })}
          setRole={(member) => mutate(UpdateOrganizationMemberDocument, { organizationId, ...member })}
          remove={(email) => mutate(RemoveOrganizationMemberDocument, { organizationId, email })}
        />
      )}
    </Answer>
  );
}
