import { notifications } from '@mantine/notifications';
import { useClient, useQuery } from 'urql';
import { AddOrganizationMemberDocument, OrganizationMembersDocument, RemoveOrganizationMemberDocument, UpdateOrganizationMemberDocument } from '../../../../client/generated/graphql';
import { act } from '../../api/act';
import type { Failure } from '../../api/failure';
import { Answer } from '../../components/answer';
import { Members } from '../../components/members';
import { Pager, usePages } from '../../components/pager';

/** Members of an organization, page by page. */
export function OrganizationMembers({ organizationId, canEdit }: { organizationId: string; canEdit: boolean }) {
  const client = useClient();
  const pages = usePages();
  const [result, read] = useQuery({ query: OrganizationMembersDocument, variables: { id: organizationId, ...pages.variables } });
  const again = () => read({ requestPolicy: 'network-only' });
  const after = (failure: Failure | null, message: string) => {
    again();
    if (!failure) notifications.show({ message, color: 'teal' });
    return failure;
  };
  return (
    <Answer result={result} retry={again}>
      {({ organization: { members } }) => (
        <Members
          members={members.edges.map(({ node }) => node)}
          place="organization"
          description="OWNERs are OWNERs of every project inside, and may create projects. READERs may view and search in every project."
          canEdit={canEdit}
          add={async (member) => after((await act(client, AddOrganizationMemberDocument, { input: { organizationId, ...member } })).failure, `${member.email} is a member now.`)}
          setRole={async (member) => after((await act(client, UpdateOrganizationMemberDocument, { input: { organizationId, ...member } })).failure, `${member.email} is ${member.role} now.`)}
          remove={async (email) => after((await act(client, RemoveOrganizationMemberDocument, { input: { organizationId, email } })).failure, `${email} is no longer a member.`)}
        >
          <Pager pages={pages} info={members.pageInfo} noun={['member', 'members']} />
        </Members>
      )}
    </Answer>
  );
}
