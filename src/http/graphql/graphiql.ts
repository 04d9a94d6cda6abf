import type { GraphiQLOptions } from 'graphql-yoga';

/** Operations in the first tabs of the GraphQL editor. Tabs that the user edited keep their text. */
export const sampleOperations = [
  {
    query: `# Open "Headers" below and put your key there: { "X-API-Key": "m0sk_..." }
query WhoAmI {
  viewer {
    authMode
    isAdmin
    organization { id name }
    project { id name memoryCount }
  }
}
`,
  },
  {
    query: `mutation Remember($input: AddMemoriesInput!) {
  addMemories(input: $input) {
    __typename
    ... on AddMemoriesPayload { event { id status } results { event memory { id text } } }
    ... on Error { code message }
  }
}
`,
    variables: JSON.stringify(
      {
        input: { userId: 'ada', infer: false, messages: [{ role: 'USER', content: 'I love hiking on weekends.' }] },
      },
      null,
      2,
    ),
  },
  {
    query: `query Search($query: String!) {
  searchMemories(query: $query, filter: { userId: { eq: "ada" } }) {
    answerability
    results {
      score
      memory { id text createdAt }
    }
  }
}
`,
    variables: JSON.stringify({ query: 'outdoor sports' }, null, 2),
  },
  {
    query: `# Runs until you press the button again. The key under "Headers" is sent, too.
subscription LiveRequests {
  requestLogs {
    __typename
    ... on RequestLogged { cursor requestLog { method path operation statusCode latencyMs } }
    ... on RequestLogsDropped { droppedCount resumeAfter }
  }
}
`,
  },
] as const;

/** Returns the editor options for its page URL. A URL with a `query` parameter opens with that operation only. */
export function getEditorOptions(url: string): GraphiQLOptions {
  const tabs = sampleOperations.map((operation) => ({ ...operation }));
  return {
    title: 'memory-gateway',
    ...(!new URL(url).searchParams.has('query') && { defaultTabs: tabs }),
    shouldPersistHeaders: false,
    // SSE sends the key from the Headers pane with subscriptions too. Browsers cannot set headers on a WebSocket.
    subscriptionsProtocol: 'SSE',
  };
}
