import { useEffect, useState } from 'react';
import { useClient, useQuery, type Client } from 'urql';
import { ProjectsDocument, type ProjectsQuery } from '../api/graphql';

const pageSize = 100;
const mostPages = 20;

type Edges = ProjectsQuery['projects']['edges'];

export interface Projects {
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    readonly organizationId: string;
  }[];
  readonly isComplete: boolean;
}

/** Lists up to 2,000 projects that the viewer can see. Refreshes after each change of projects. */
export function useProjects(): Projects {
  const client = useClient();
  const [{ data }] = useQuery({ query: ProjectsDocument, variables: { first: pageSize } });
  const [further, setFurther] = useState<{
    readonly of: ProjectsQuery;
    readonly edges: Edges;
    readonly isComplete: boolean;
  } | null>(null);
  useEffect(() => {
    if (!data?.projects.pageInfo.hasNextPage) return;
    let isCurrent = true;
    void readFurther(client, data).then((read) => isCurrent && setFurther({ of: data, ...read }));
    return () => {
      isCurrent = false;
    };
  }, [client, data]);
  if (!data) return { choices: [], isComplete: false };
  // Keeps the previous later pages during a reload.
  const edges = data.projects.pageInfo.hasNextPage
    ? [...data.projects.edges, ...(further?.edges ?? [])]
    : data.projects.edges;
  const known = new Map(edges.map(({ node }) => [node.id, node]));
  return {
    choices: [...known.values()].map(({ id, name, organization }) => ({
      value: id,
      label: name,
      organizationId: organization.id,
    })),
    isComplete: !data.projects.pageInfo.hasNextPage || (further?.of === data && further.isComplete),
  };
}

async function readFurther(client: Client, first: ProjectsQuery): Promise<{ edges: Edges; isComplete: boolean }> {
  const edges: Edges[number][] = [];
  let info = first.projects.pageInfo;
  for (let page = 1; page < mostPages && info.hasNextPage; page += 1) {
    const { data } = await client.query(
      ProjectsDocument,
      { first: pageSize, after: info.endCursor },
      { requestPolicy: 'network-only' },
    );
    if (!data) break;
    edges.push(...data.projects.edges);
    info = data.projects.pageInfo;
  }
  return { edges, isComplete: !info.hasNextPage };
}
