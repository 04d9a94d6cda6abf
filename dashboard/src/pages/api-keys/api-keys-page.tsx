import { Button } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { useState } from 'react';
import { ApiKeysDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { Pager, usePages } from '../../components/pager';
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
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const { params, change } = useUrlFilters();
  const rotated = params.get('rotate');
  const [result, again] = useFreshQuery(ApiKeysDocument, { ...pages.variables, withTotal: true });
  const { choices: projects } = useProjects();
  const fromTheStart = () => {
    pages.restart();
    again();
  };
  return (
    <>
      <PageHeader title={words.apiKeys} description={words.description}>
        <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
          {words.newKey}
        </Button>
      </PageHeader>
      <Answer result={result} retry={again}>
        {({ apiKeys: { edges, pageInfo, totalCount } }) =>
          edges.length === 0 ? (
            <EmptyState
              title={words.noApiKeysYet}
              sample={`curl ${window.location.origin}/v1/ping/ -H "Authorization: Token $KEY"`}
            >
              {words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <ApiKeyTable keys={edges.map(({ node }) => node)} projects={projects} onChanged={fromTheStart} />
              <Pager pages={pages} info={pageInfo} total={totalCount} count={words.countKeys} />
            </>
          )
        }
      </Answer>
      {rotated && (
        <RotateLinkedKey key={rotated} id={rotated} onRotated={fromTheStart} onClose={() => change({ rotate: null })} />
      )}
      <CreateApiKey
        opened={isCreating}
        projects={projects}
        onCreated={fromTheStart}
        onClose={() => setCreating(false)}
      />
    </>
  );
}
