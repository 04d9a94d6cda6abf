import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '../../shell/routing';
import type { ProjectQuery } from '../../../../client/generated/graphql';
import { CopyableId } from '../../components/copy';
import { Moment } from '../../components/moment';
import { projectTexts as words } from '../../texts/project';
import { locale } from '../../texts/locale';

/** Shows id, organization, size and age of a project. */
export function ProjectFacts({
  project: { id, organization, memoryCount, createdAt },
}: {
  project: NonNullable<ProjectQuery['project']>;
}) {
  return (
    <Group gap="xl" mb="md" align="flex-start">
      <Fact label={words.id}>
        <CopyableId id={id} what={words.idOfTheProject} />
      </Fact>
      <Fact label={words.organization}>
        <Anchor component={Link} to={`/organizations/${organization.id}`} size="sm">
          {organization.name}
        </Anchor>
      </Fact>
      <Fact label={words.memories}>
        <Anchor component={Link} to="/memories" size="sm">
          {memoryCount.toLocaleString(locale)}
        </Anchor>
      </Fact>
      <Fact label={words.created}>
        <Moment at={createdAt} />
      </Fact>
    </Group>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div style={{ maxWidth: '100%', overflowWrap: 'anywhere' }}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {children}
    </div>
  );
}
