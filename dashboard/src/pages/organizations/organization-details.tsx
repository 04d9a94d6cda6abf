import { Anchor } from '@mantine/core';
import { ArrowLeftIcon } from '../../components/icons';
import { Link } from '../../shell/routing';
import { OrganizationNameDocument } from '../../../../client/generated/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { PageHeader } from '../../components/page-header';
import { useOrganizationPermission } from '../../shell/permissions';
import { OrganizationDeletion } from './organization-deletion';
import { OrganizationMembers } from './organization-members';
import { OrganizationProjects } from './organization-projects';
import { RenameOrganization } from './rename-organization';
import { organizationsTexts as words } from '../../texts/organizations';

/** Shows an organization with its projects and members, and deletes it. */
export function OrganizationDetails({ id }: { id: string }) {
  const [result, again] = useRepeatableQuery(OrganizationNameDocument, { id });
  const canRename = useOrganizationPermission(id, 'ORGANIZATION_UPDATE');
  const canCreateProjects = useOrganizationPermission(id, 'PROJECT_CREATE');
  const canEditMembers = useOrganizationPermission(id, 'ORGANIZATION_MEMBER_WRITE');
  const canDelete = useOrganizationPermission(id, 'ORGANIZATION_DELETE');
  return (
    <>
      <Anchor component={Link} to="/organizations" size="sm">
        <ArrowLeftIcon size={14} /> {words.allOrganizations}
      </Anchor>
      <Answer result={result} isPage retry={again}>
        {({ organization }) => (
          <>
            <PageHeader
              title={organization.name}
              description={<CopyableId id={organization.id} what={words.idOfTheOrganization} />}
            >
              {canRename && <RenameOrganization organization={organization} onRenamed={again} />}
            </PageHeader>
            <OrganizationProjects organizationId={id} canEdit={canCreateProjects} />
            <OrganizationMembers organizationId={id} canEdit={canEditMembers} />
            {canDelete && <OrganizationDeletion organization={organization} />}
          </>
        )}
      </Answer>
    </>
  );
}
