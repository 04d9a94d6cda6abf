import { Group, Switch, Textarea, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { boolean, object } from 'zod/mini';
import { AddMemoriesDocument, type EventPartsFragment } from '../../api/graphql';
import { AddButton } from '../../components/add-button';
import { isOpen } from '../../components/event-state';
import { MutationDialog } from '../../components/form-dialog';
import { SearchIcon } from '../../components/icons';
import { PageHeader } from '../../components/page-header';
import { name, requiredText } from '../../components/rules';
import { SavedViews } from '../../components/saved-views';
import { Select } from '../../components/select';
import { showToast } from '../../components/toast';
import { FollowEvent } from '../../components/use-live-event';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { memoriesTexts as words } from '../../texts/memories';
import { MemoryPage } from '../memory/memory-page';
import { owners, useShownMemories, useTyped, type ShownMemories } from './memory-filter';
import { MemoryList } from './memory-list';
import { Search } from './search';

/** Shows the memories of the project, or the one in the URL. */
export function MemoriesPage() {
  const { '*': id } = useParams();
  return id ? <MemoryPage key={id} id={id} /> : <AllMemories />;
}

/** Lists and searches memories. OWNERs can add memories. */
function AllMemories() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const shown = useShownMemories();
  const { params, change } = useUrlFilters();
  const isAdding = params.has('add');
  const setAdding = (isOpen: boolean) => change({ add: isOpen ? '1' : null });
  const [changes, setChanges] = useState(0);
  const refresh = useCallback(() => setChanges((count) => count + 1), []);
  return (
    <>
      <PageHeader title={words.memories} description={words.description}>
        <SavedViews page="memories" except={['add']} />
        {canWrite && <AddButton label={words.addAction} onClick={() => setAdding(true)} />}
      </PageHeader>
      <FilterFields shown={shown} />
      {shown.query ? <Search key={changes} shown={shown} /> : <MemoryList shown={shown} changes={changes} />}
      <AddMemory
        opened={isAdding && canWrite}
        projectId={projectId}
        onClose={() => setAdding(false)}
        onAdded={refresh}
      />
    </>
  );
}

function FilterFields({ shown: { query, owner, ownerId, change } }: { shown: ShownMemories }) {
  const [unused, setUnused] = useState(owner);
  const kind = ownerId ? owner : unused;
  const search = useTyped(query, (q) => change({ q }));
  const name = useTyped(ownerId, (id) => change({ [kind]: id }));
  const choose = (next: string) => {
    setUnused(next);
    if (ownerId) change({ [owner]: null, [next]: ownerId });
  };
  return (
    <Group mb="xs">
      <TextInput
        aria-label={words.search}
        placeholder={words.searchMemories}
        leftSection={<SearchIcon size={16} />}
        flex={1}
        miw={260}
        {...search}
      />
      <Group wrap="nowrap" flex={1} maw={380} miw={260}>
        <Select aria-label={words.owner} choices={owners} value={kind} onChange={choose} />
        <TextInput aria-label={words.ownerId} placeholder={words.filterById} flex={1} {...name} />
      </Group>
    </Group>
  );
}

interface Props {
  readonly opened: boolean;
  readonly projectId: string | null;
  onClose(): void;
  /** Called again when the facts have been extracted. */
  onAdded(): void;
}

const schema = object({ text: requiredText, user: name, infer: boolean() });

/** Adds one message, unchanged or with fact extraction. */
function AddMemory({ opened, projectId, onClose, onAdded }: Props) {
  const [pending, setPending] = useState<EventPartsFragment | null>(null);
  return (
    <>
      <MutationDialog
        opened={opened}
        title={words.add}
        action={words.addAction}
        schema={schema}
        initialValues={{ text: '', user: '', infer: false }}
        serverNames={{ userId: 'user', messages: 'text' }}
        mutation={AddMemoriesDocument}
        toInput={({ text, user, infer }) => ({
          projectId,
          infer,
          userId: user,
          messages: [{ role: 'USER' as const, content: text }],
        })}
        onDone={({ event, results }) => {
          const isWaiting = isOpen(event.status);
          setPending(isWaiting ? event : null);
          showToast(isWaiting ? words.extracting : words.countStored(results?.length ?? 0));
          onAdded();
        }}
        onClose={onClose}
      >
        {(form) => (
          <>
            <Textarea
              {...form.getInputProps('text')}
              label={words.text}
              dir="auto"
              autosize
              minRows={3}
              maxRows={14}
              required
              data-autofocus
            />
            <TextInput
              {...form.getInputProps('user')}
              label={words.user}
              description={words.userIdHint}
              required
              autoComplete="off"
            />
            <Switch {...form.getInputProps('infer', { type: 'checkbox' })} label={words.extractFacts} />
          </>
        )}
      </MutationDialog>
      {pending && <FollowEvent key={pending.id} event={pending} onEnd={onAdded} />}
    </>
  );
}
