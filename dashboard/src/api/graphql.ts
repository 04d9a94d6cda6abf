export * from '../../../client/generated/graphql.js';
