// Documents for the Relay compiler; ../relay.mjs runs what it generates.
import { graphql } from 'relay-runtime';

// The connection follows the Cursor Connections specification, and projects can be read again by their id.
export const memoriesFragment = graphql`
  fragment documents_memories on Project
  @refetchable(queryName: "documentsMoreMemoriesQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }) {
    id
    name
    memories(first: $count, after: $cursor) @connection(key: "documents_memories") {
      edges {
        node {
          id
          text
        }
      }
    }
  }
`;

export const projectQuery = graphql`
  query documentsProjectQuery {
    viewer {
      project {
        ...documents_memories
      }
    }
  }
`;

export const addMutation = graphql`
  mutation documentsAddMutation($input: AddMemoriesInput!) {
    addMemories(input: $input) {
      __typename
      ... on AddMemoriesPayload {
        event {
          id
          status
        }
        results {
          memory {
            id
            text
          }
        }
      }
    }
  }
`;

export const deleteMutation = graphql`
  mutation documentsDeleteMutation($input: DeleteMemoriesInput!) {
    deleteMemories(input: $input) {
      __typename
      ... on DeleteMemoriesPayload {
        deletion {
          id
          kind
          filter {
            userId {
              in
            }
          }
        }
        event {
          id
          type
        }
      }
    }
  }
`;
