import { useMemo, useState } from 'react';
import {
  AddProjectMemberDocument,
  ProjectMembersDocument,
  RemoveProjectMemberDocument,
  UpdateProjectMemberDocument,
} from '../../../../client/generated/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { useMutate } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { createMemberChanges } from '../../components/member-changes';
import { Members } from '../../components/members';
import { OpenInvitations } from '../../components/open-invitations';
import { Pager, usePages } from '../../components/pager';
import { useViewer } from '../../session/session';
import { InvitationLink, useInvitationLink } from './invitation-link';
import { projectTexts as words } from '../../texts/project';

export function ProjectMembers({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const mutate = useMutate();
  const pages = usePages();
  const place = useMemo(() => ({ projectId }), [projectId]);
  const [result, read] = useRepeatableQuery(ProjectMembersDocument, { id: projectId, ...pages.variables });
  const [round, setRound] = useState(0);
  const again = () => {
    read();
    setRound((last) => last + 1);
  };
  const changes = createMemberChanges({
    again,
    add: (member) => mutate(AddProjectMemberDocument, { projectId, ...member }),
    setRole: (member) => mutate(UpdateProjectMemberDocument, { projectId, ...member }),
    remove: (email) => mutate(RemoveProjectMemberDocument, { projectId, email }),
  });
  const { isAdmin } = useViewer();
  const invitation = useInvitationLink(projectId, changes.add);
  return (
    <Answer result={result} retry={again}>
      {({ project: { members } }) => (
        <Members
          members={members.edges.map(({ node }) => node)}
          place="project"
          description={words.membersHint}
          canEdit={canEdit}
          {...changes}
          add={isAdmin ? invitation.add : changes.add}
        >
          <Pager pages={pages} info={members.pageInfo} />
          {canEdit && <OpenInvitations key={round} place={place} />}
          <InvitationLink made={invitation.made} onClose={invitation.close} />
        </Members>
      )}
    </Answer>
  );
}
