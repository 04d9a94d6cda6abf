import { Alert, Drawer, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeletionPartsFragment } from '../../../../client/generated/graphql';
import { DeletionProgress } from '../../components/deletion-progress';
import { PageHeader } from '../../components/page-header';
import { useOwnsProject } from '../../shell/ownership';
import { useProject } from '../../shell/project';
import { EntityDetails } from './entity-details';
import { entityKinds, toEntityType } from './entity-kinds';
import { EntityList } from './entity-list';

interface Removal {
  readonly name: string;
  readonly deletion: DeletionPartsFragment;
}

/** Users, agents, apps and runs of the project. One that is open has an address of its own. */
export function EntitiesPage() {
  const { projectId } = useProject();
  const isOwner = useOwnsProject(projectId);
  const [params, setParams] = useSearchParams();
  const [kind, setKind] = useState('');
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const [changes, setChanges] = useState(0);
  const type = toEntityType(params.get('type'));
  const name = params.get('name');
  const close = () => setParams({});
  const refresh = () => setChanges((count) => count + 1);
  const deleted = (removal: Removal) => {
    setRemovals((former) => [removal, ...former]);
    close();
    refresh();
  };
  return (
    <>
      <PageHeader title="Entities" description="Users, agents, apps and runs that own memories." />
      {removals.map(({ name: gone, deletion }) => (
        <Alert
          key={deletion.id}
          color="gray"
          mb="md"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setRemovals((former) => former.filter((each) => each.deletion !== deletion))}
          aria-label={`Deletion of ${gone}`}
        >
          <Group gap="md">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              Deletion of {gone} with its memories
            </Text>
            <DeletionProgress deletion={deletion} onEnd={refresh} />
          </Group>
        </Alert>
      ))}
      <SegmentedControl
        aria-label="Type"
        mb="md"
        maw="100%"
        value={kind}
        onChange={setKind}
        data={[
          { value: '', label: 'All' },
          ...Object.entries(entityKinds).map(([value, { label }]) => ({ value, label: `${label}s` })),
        ]}
      />
      <EntityList
        key={JSON.stringify([projectId, kind])}
        projectId={projectId}
        type={toEntityType(kind)}
        changes={changes}
        open={(entity) => setParams({ type: entity.type, name: entity.name })}
      />
      <Drawer
        opened={type !== null && name !== null}
        onClose={close}
        position="right"
        size="lg"
        title={type ? entityKinds[type].label : ''}
      >
        {type && name !== null && (
          <EntityDetails
            key={type + name}
            projectId={projectId}
            type={type}
            name={name}
            canDelete={isOwner}
            onDeleted={(deletion) => deleted({ name, deletion })}
          />
        )}
      </Drawer>
    </>
  );
}
