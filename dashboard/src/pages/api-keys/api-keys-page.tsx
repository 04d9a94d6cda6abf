import { Button } from '@mantine/core';
import { PlusIcon } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { ApiKeysDocument } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { Pager, usePages } from '../../components/pager';
import { useViewer } from '../../session/session';
import { useProjects } from '../../shell/use-projects';
import { ApiKeyTable } from './api-key-table';
import { CreateApiKey } from './create-api-key';

const description = 'Applications prove with a key that they act for you. Revoked keys are not listed.';

/** Lists the viewer's API keys, creates and revokes them. */
export function ApiKeysPage() {
  const { user } = useViewer();
  if (user) return <OwnKeys />;
  return (
    <>
      <PageHeader title="API keys" description={description} />
      <EmptyState title="No account yet">
        API keys belong to people, and this server has no account yet. It takes calls without a key as long as
        authentication is switched off.
      </EmptyState>
    </>
  );
}

function OwnKeys() {
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [result, read] = useQuery({
    query: ApiKeysDocument,
    variables: { ...pages.variables, withTotal: true },
    requestPolicy: 'network-only',
  });
  const { choices: projects } = useProjects();
  const again = () => read({ requestPolicy: 'network-only' });
  const fromTheStart = () => {
    pages.restart();
    again();
  };
  return (
    <>
      <PageHeader title="API keys" description={description}>
        <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => setCreating(true)}>
          New key
        </Button>
      </PageHeader>
      <Answer result={result} retry={again}>
        {({ apiKeys: { edges, pageInfo, totalCount } }) =>
          edges.length === 0 ? (
            <EmptyState
              title="No API keys yet"
              sample={`curl ${window.location.origin}/v1/ping/ -H "Authorization: Token $KEY"`}
            >
              Create a key, then send a request:
            </EmptyState>
          ) : (
            <>
              <ApiKeyTable keys={edges.map(({ node }) => node)} projects={projects} onRevoked={fromTheStart} />
              <Pager pages={pages} info={pageInfo} total={totalCount} noun={['key', 'keys']} />
            </>
          )
        }
      </Answer>
      <CreateApiKey
        opened={isCreating}
        projects={projects}
        onCreated={fromTheStart}
        onClose={() => setCreating(false)}
      />
    </>
  );
}
