import { Button } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { useState } from 'react';
import { ApiKeysDocument } from '../../../../client/generated/graphql';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { useProjects } from '../../shell/use-projects';
import { ApiKeyTable } from './api-key-table';
import { CreateApiKey } from './create-api-key';
import { RotateLinkedKey } from './rotate-linked-key';
import { apiKeysTexts as words } from '../../texts/api-keys';

/** Lists the viewer's API keys, creates and revokes them. */
export function ApiKeysPage() {
  const { user } = useViewer();
  if (user) return <OwnKeys />;
  return (
    <>
      <PageHeader title={words.apiKeys} description={words.description} />
      <EmptyState title={words.noAccountYet}>{words.noAccountHint}</EmptyState>
    </>
  );
}

function OwnKeys() {
  const [isCreating, setCreating] = useState(false);
  const { params, change } = useUrlFilters();
  const rotated = params.get('rotate');
  const query = useListQuery(ApiKeysDocument, {}, ({ apiKeys }) => apiKeys);
  const { choices: projects } = useProjects();
  return (
    <>
      <PageHeader title={words.apiKeys} description={words.description}>
        <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
          {words.newKey}
        </Button>
      </PageHeader>
      <PagedList
        query={query}
        count={words.countKeys}
        empty={
          <EmptyState
            title={words.noApiKeysYet}
            sample={`curl ${window.location.origin}/v1/ping/ -H "Authorization: Token $KEY"`}
          >
            {words.emptyHint}
          </EmptyState>
        }
      >
        {(keys) => <ApiKeyTable keys={keys} projects={projects} onChanged={query.restart} />}
      </PagedList>
      {rotated && (
        <RotateLinkedKey
          key={rotated}
          id={rotated}
          onRotated={query.restart}
          onClose={() => change({ rotate: null })}
        />
      )}
      <CreateApiKey
        opened={isCreating}
        projects={projects}
        onCreated={query.restart}
        onClose={() => setCreating(false)}
      />
    </>
  );
}
