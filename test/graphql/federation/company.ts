import { parse } from 'graphql';

/** Schema document of a company's subgraph with its own `User`, `Project`, `PageInfo`, `node` and other general names. */
export const company = parse(/* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])

  type Query {
    user(id: ID!): User
    users: [User!]!
    project(id: ID!): Project
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    viewer: User
    event(id: ID!): Event
    webhooks: [Webhook!]!
  }

  type Mutation {
    login(name: String!): Session
    createProject(input: CreateProjectInput!): Project
    createEntity(name: String!): Entity
  }

  type Subscription {
    event: Event
  }

  interface Node {
    id: ID!
    createdAt: String!
  }

  type User implements Node @key(fields: "id") {
    id: ID!
    createdAt: String!
    name: String!
    role: Role!
    projects(first: Int): ProjectConnection!
  }

  type Project implements Node @key(fields: "id") {
    id: ID!
    createdAt: String!
    name: String!
    lesson: Memory
  }

  type ProjectConnection {
    edges: [ProjectEdge!]!
    pageInfo: PageInfo!
  }

  type ProjectEdge {
    node: Project!
    cursor: String!
  }

  type PageInfo @shareable {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }

  type Memory @key(fields: "id", resolvable: false) {
    id: ID!
  }

  type Event {
    id: Int!
    type: EventType!
  }

  type Entity {
    id: Int!
  }

  type Session {
    id: Int!
  }

  type Webhook {
    url: Int!
  }

  interface Error {
    reason: String!
  }

  type NotFoundError implements Error {
    reason: String!
  }

  input CreateProjectInput {
    title: String!
  }

  enum EventType {
    PARTY
  }

  enum Role {
    BOSS
  }

  enum ErrorCode {
    OOPS
  }

  enum OrderDirection {
    UP
  }

  scalar DateTime
`);
