import { useState } from 'react';
import { AddButton } from '../../components/add-button';
import { Link } from 'react-router';
import { toUrl } from '../../shell/routing';
import { ProjectsDocument, type ProjectsQuery } from '../../../../client/generated/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { Pager, usePages } from '../../components/pager';
import { Section } from '../../components/section';
import type { Column } from '../../components/table-model';
import { CreateProject } from '../project/create-project';
import { organizationsTexts as words } from '../../texts/organizations';
import { locale } from '../../texts/locale';

/** Lists the projects of an organization that the viewer can see. */
export function OrganizationProjects({ organizationId, canEdit }: { organizationId: string; canEdit: boolean }) {
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [result, again] = useRepeatableQuery(ProjectsDocument, { organizationId, ...pages.variables });
  const action = canEdit && <AddButton label={words.createProject} size="xs" onClick={() => setCreating(true)} />;
  return (
    <Section title={words.projects} actions={action}>
      <Answer result={result} retry={again}>
        {({ projects: { edges, pageInfo } }) => (
          <>
            {edges.length === 0 && <p className="t3">{words.noVisibleProjects}</p>}
            {edges.length > 0 && (
              <ListTable
                label={words.projects}
                minWidth={440}
                columns={toColumns(organizationId)}
                rows={edges.map(({ node }) => node)}
                keyOf={({ id }) => id}
              />
            )}
            <Pager pages={pages} info={pageInfo} />
          </>
        )}
      </Answer>
      <CreateProject
        opened={isCreating}
        organizationId={organizationId}
        onCreated={again}
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
  {
    key: 'memories',
    label: words.memories,
    isNumeric: true,
    cell: ({ memoryCount }) => memoryCount.toLocaleString(locale),
  },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];
