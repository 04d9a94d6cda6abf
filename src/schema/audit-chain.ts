import { getAuditChain, type AuditChain, type ChainProblem } from '../resolvers/audit-log/get-audit-chain.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { builder } from './builder.js';

const ProblemKind = builder.enumType('AuditChainProblemKind', {
  description: 'Kind of problem in a hash chain.',
  values: {
    CHANGED: { description: 'The row does not match its hash.' },
    MISSING: { description: 'Rows from this sequence number on are missing.' },
    ADDED: { description: 'The row does not belong here.' },
    REORDERED: { description: 'The row is in the wrong place.' },
    REPLACED: { description: 'A signed head contradicts the row: rows since the last valid head were rewritten.' },
    CUT: { description: 'Rows from this sequence number to the end are missing.' },
    UNSIGNED: { description: 'No signed head covers the rows from this sequence number on.' },
    BAD_SIGNATURE: { description: 'The head is forged or was signed with another key.' },
  },
});

const Problem = builder.objectRef<ChainProblem>('AuditChainProblem').implement({
  description: 'A problem in a hash chain, with its position.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ProblemKind, description: 'Kind of problem.' }),
    sequence: t.expose('sequence', { type: 'BigInt', description: 'Position in the chain, from 1.' }),
    message: t.exposeString('message', { description: 'Description of the problem, in English.' }),
  }),
});

const Chain = builder.objectRef<AuditChain>('AuditChain').implement({
  description: 'State of the hash chain of an audit log, verified when it is requested.',
  fields: (t) => ({
    rowCount: t.expose('rows', { type: 'BigInt', description: 'Number of sealed changes in the chain.' }),
    checkedFrom: t.expose('checkedFrom', {
      type: 'BigInt',
      description: 'Position of the first verified change. The server verifies the newest 10,000.',
    }),
    checkedAt: t.time('checkedAt', 'When the chain was verified.'),
    isVerified: t.boolean({
      description: 'Whether the verified changes match their hashes and the signed heads.',
      resolve: ({ problems }) => problems.length === 0,
    }),
    problems: t.expose('problems', { type: [Problem], description: 'Problems in the order in which they were found.' }),
  }),
});

builder.queryField('auditChain', (t) =>
  t.field({
    type: Chain,
    nullable: true,
    description: `Verifies the hash chain of the audit log of an organization. ${toRequirement('organization:auditLog:read', 'in the organization')} Without an organization, verifies the chain of the installation, which requires the role ADMIN. Null if the check failed.`,
    args: { organizationId: t.arg.id({ description: 'ID of the organization. Default: the installation.' }) },
    complexity: 100,
    resolve: (_root, args, ctx) => getAuditChain(ctx, args),
  }),
);
