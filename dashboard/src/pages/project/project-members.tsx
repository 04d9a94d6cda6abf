import {
  AddProjectMemberDocument,
  ProjectMembersDocument,
  RemoveProjectMemberDocument,
  UpdateProjectMemberDocument,
} from '../../../../client/generated/graphql';
import { useMutate } from '../../api/run-mutation';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Members, type AddMember } from '../../components/members';
import { usePages } from '../../components/pager';
import { useViewer } from '../../session/session';
import { projectTexts as words } from '../../texts/project';
import { InvitationLink, useInvitationLink } from './invitation-link';

export function ProjectMembers({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const mutate = useMutate();
  const pages = usePages();
  const [result, again] = useRepeatableQuery(ProjectMembersDocument, { id: projectId, ...pages.variables });
  const { isAdmin } = useViewer();
  const add: AddMember = (member) => mutate(AddProjectMemberDocument, { projectId, ...member });
  const invitation = useInvitationLink(projectId, add);
  return (
    <Answer result={result} retry={again}>
      {({ project: { members } }) => (
        <>
          <Members
            place={{ projectId }}
            members={members}
            pages={pages}
            description={words.membersHint}
            canEdit={canEdit}
            again={again}
            add={isAdmin ? invitation.add : add}
            setRole={(member) => mutate(UpdateProjectMemberDocument, { projectId, ...member })}
            remove={(email) => mutate(RemoveProjectMemberDocument, { projectId, email })}
          />
          <InvitationLink made={invitation.made} onClose={invitation.close} />
        </>
      )}
    </Answer>
  );
}
