interface Sample {
  readonly name: string;
  readonly query: string;
}

const viewer: Sample = {
  name: 'Who am I',
  query: `query WhoAmI {
  viewer {
    user { id name email }
    authMode
    project { id name memoryCount }
  }
}
`,
};

/** Sample operations. */
export const samples: readonly [Sample, ...Sample[]] = [
  viewer,
  {
    name: 'Search memories',
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
    name: 'List memories',
    query: `query Memories {
  memories(first: 10) {
    totalCount
    nodes { id text userId categories createdAt }
  }
}
`,
  },
  {
    name: 'Add a memory',
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
    name: 'Watch requests',
    query: `subscription Requests {
  requestLogs {
    ... on RequestLogged { requestLog { createdAt method path statusCode latencyMs } }
  }
}
`,
  },
];
