import { explorerTexts as words } from '../../texts/explorer';

interface Sample {
  readonly name: string;
  readonly query: string;
}

const viewer: Sample = {
  name: words.samples.viewer,
  query: `query WhoAmI {
  viewer {
    user { id name email }
    authMode
    project { id name memoryCount }
  }
}
`,
};

export const samples: readonly [Sample, ...Sample[]] = [
  viewer,
  {
    name: words.samples.search,
    query: `query Search {
  searchMemories(query: "food", topK: 5, explain: true) {
    answerability
    results {
      score
      memory { id text userId createdAt }
    }
  }
}
`,
  },
  {
    name: words.samples.list,
    query: `query Memories {
  memories(first: 10) {
    totalCount
    nodes { id text userId categories createdAt }
  }
}
`,
  },
  {
    name: words.samples.add,
    query: `mutation AddMemory {
  addMemories(input: {
    userId: "maya"
    infer: false
    messages: [{ role: USER, content: "Maya eats vegetarian food." }]
  }) {
    __typename
    ... on AddMemoriesPayload { results { event memory { id text } } }
    ... on ValidationError { fields { field messages } }
  }
}
`,
  },
  {
    name: words.samples.watch,
    query: `subscription Requests {
  requestLogs {
    ... on RequestLogged { requestLog { createdAt method path statusCode latencyMs } }
  }
}
`,
  },
];
