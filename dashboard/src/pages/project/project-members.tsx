import { notifications } from '@mantine/notifications';
import { useClient, useQuery } from 'urql';
import { AddProjectMemberDocument, ProjectMembersDocument, RemoveProjectMemberDocument, UpdateProjectMemberDocument } from '../../../../client/generated/graphql';
import { act } from '../../api/act';
import type { Failure } from '../../api/failure';
import { Answer } from '../../components/answer';
import { Members } from '../../components/members';
import { Pager, usePages } from '../../components/pager';

/** Members of a project, page by page. */
export function ProjectMembers({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const client = useClient();
  const pages = usePages();
  const [result, read] = useQuery({ query: ProjectMembersDocument, variables: { id: projectId, ...pages.variables } });
  const again = () => read({ requestPolicy: 'network-only' });
  const after = (failure: Failure | null, message: string) => {
    // Also after a refusal: what is shown may be what somebody else has changed.
    again();
    if (!failure) notifications.show({ message, color: 'teal' });
    return failure;
  };
  return (
    <Answer result={result} retry={again}>
      {({ project: { members } }) => (
        <Members
          members={members.edges.map(({ node }) => node)}
          place="project"
          description="READERs view and search. OWNERs may also write, delete, and change what is on this page. Admins and OWNERs of the organization may do everything without being listed."
          canEdit={canEdit}
          add={async (member) => after((await act(client, AddProjectMemberDocument, { input: { projectId, ...member } })).failure, `${member.email} is a member now.`)}
          setRole={async (member) => after((await act(client, UpdateProjectMemberDocument, { input: { projectId, ...member } })).failure, `${member.email} is ${member.role} now.`)}
          remove={async (email) => after((await act(client, RemoveProjectMemberDocument, { input: { projectId, email } })).failure, `${email} is no longer a member.`)}
        >
          <Pager pages={pages} info={members.pageInfo} noun={['member', 'members']} />
        </Members>
      )}
    </Answer>
  );
}
