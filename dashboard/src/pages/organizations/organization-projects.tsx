import { useState } from 'react';
import { AddButton } from '../../components/add-button';
import { Link } from 'react-router';
import { toUrl } from '../../shell/routing';
import { ProjectsDocument, type ProjectsQuery } from '../../api/graphql';
import { toCount } from '../../components/format';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { PagedList, useListQuery } from '../../components/paged-list';
import { Section } from '../../components/section';
import type { Column } from '../../components/table-model';
import { CreateProject } from '../project/create-project';
import { organizationsTexts as words } from '../../texts/organizations';

/** Lists the projects of an organization that the viewer can see. */
export function OrganizationProjects({ organizationId, canEdit }: { organizationId: string; canEdit: boolean }) {
  const [isCreating, setCreating] = useState(false);
  const query = useListQuery(ProjectsDocument, { organizationId }, ({ projects }) => projects);
  const action = canEdit && <AddButton label={words.createProject} onClick={() => setCreating(true)} />;
  return (
    <Section title={words.projects} actions={action}>
      <PagedList query={query} empty={<p className="t3">{words.noVisibleProjects}</p>}>
        {(rows) => <ListTable label={words.projects} minWidth={440} columns={toColumns(organizationId)} rows={rows} />}
      </PagedList>
      <CreateProject
        opened={isCreating}
        organizationId={organizationId}
        onCreated={query.again}
        onClose={() => setCreating(false)}
      />
    </Section>
  );
}

type Project = ProjectsQuery['projects']['edges'][number]['node'];

const toColumns = (organizationId: string): readonly Column<Project>[] => [
  {
    key: 'project',
    label: words.project,
    style: breakAnywhere,
    cell: ({ id, name }) => <Link to={toUrl(organizationId, id, '/project')}>{name}</Link>,
  },
  { key: 'memories', label: words.memories, isNumeric: true, cell: ({ memoryCount }) => toCount(memoryCount) },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];
