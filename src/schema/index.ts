import './account.js';
import './api-key.js';
import './audit-chain.js';
import './audit-log.js';
import './auth-mode.js';
import './authorization.js';
import './category.js';
import './configuration-mutations.js';
import './configuration.js';
import './connected-app.js';
import './connection.js';
import './deletion-mutations.js';
import './deletion.js';
import './entity.js';
import './errors.js';
import './event-subscription.js';
import './event.js';
import './export.js';
import './feedback.js';
import './history-feed.js';
import './invitation.js';
import './received-invitation.js';
import './memory-batch.js';
import './memory-changes.js';
import './memory-link.js';
import './memory-mutations.js';
import './memory-preview.js';
import './memory-queries.js';
import './memory.js';
import './node.js';
import './organization-members.js';
import './organization.js';
import './profile.js';
import './project-members.js';
import './project-mutations.js';
import './project.js';
import './request-log-statistics.js';
import './request-log.js';
import './scalars.js';
import './statistics.js';
import './summary.js';
import './user.js';
import './viewer.js';
import './webhook-delivery-mutations.js';
import './webhook-delivery.js';
import './webhook-mutations.js';
import './webhook.js';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.js';
import { wrapThenables } from './json-values.js';

let schema: GraphQLSchema | undefined;

/** The schema made of every noun above. Built once; all servers of a process share it. */
export function buildSchema(): GraphQLSchema {
  schema ??= wrapThenables(builder.toSchema({ sortSchema: true }));
  return schema;
}
