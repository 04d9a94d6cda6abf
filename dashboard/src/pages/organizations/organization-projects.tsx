import { Anchor, Button, Table, Text } from '@mantine/core';
import { PlusIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { toUrl } from '../../shell/routing';
import { useQuery } from 'urql';
import { ProjectsDocument } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { Moment } from '../../components/moment';
import { Pager, usePages } from '../../components/pager';
import { Section } from '../../components/section';
import { CreateProject } from '../project/create-project';

/** Lists the projects of an organization that the viewer can see. */
export function OrganizationProjects({ organizationId, canEdit }: { organizationId: string; canEdit: boolean }) {
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [result, read] = useQuery({ query: ProjectsDocument, variables: { organizationId, ...pages.variables } });
  const again = () => read({ requestPolicy: 'network-only' });
  const action = canEdit && (
    <Button size="xs" leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create project
    </Button>
  );
  return (
    <Section title="Projects" actions={action}>
      <Answer result={result} retry={again}>
        {({ projects: { edges, pageInfo } }) => (
          <>
            {edges.length === 0 && (
              <Text size="sm" c="dimmed">
                No projects you can access
              </Text>
            )}
            <Table.ScrollContainer minWidth={440}>
              <Table verticalSpacing="xs">
                <Table.Tbody>
                  {edges.map(({ node: { id, name, memoryCount, createdAt } }) => (
                    <Table.Tr key={id}>
                      <Table.Td style={{ overflowWrap: 'anywhere' }}>
                        <Anchor component={Link} size="sm" to={toUrl(organizationId, id, '/project')}>
                          {name}
                        </Anchor>
                      </Table.Td>
                      <Table.Td>{memoryCount === 1 ? '1 memory' : `${memoryCount.toLocaleString()} memories`}</Table.Td>
                      <Table.Td>
                        <Moment at={createdAt} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            <Pager pages={pages} info={pageInfo} noun={['project', 'projects']} />
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
