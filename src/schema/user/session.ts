import { endOwnSession } from '../../resolvers/session/end-own-session.js';
import type { OwnSession } from '../../resolvers/session/list-sessions.js';
import { ForbiddenError, NotFoundError } from '../../errors.js';
import { builder } from '../builder.js';
import { connectionType } from '../shared/connection.js';
import { Node } from '../node.js';
import { idInput, payloadOf } from '../shared/mutation-types.js';

const ActiveSession = builder.objectRef<OwnSession>('ActiveSession').implement({
  description: 'One of your sessions, for example a browser in which you are signed in to the dashboard.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the session, a UUID.' }),
    startedAt: t.time('startedAt', 'When you signed in.'),
    lastUsedAt: t.time('lastUsedAt', 'When the session was last refreshed.'),
    expiresAt: t.time('expiresAt', 'When the session ends unless it is refreshed.'),
    device: t.exposeString('device', {
      nullable: true,
      description:
        'Browser and operating system, such as `Firefox on Linux`, or the name of a program, from the last refresh. Null if unknown.',
    }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether this is the session of the request.' }),
  }),
});

export const ActiveSessionConnection = connectionType(ActiveSession, 'sessions', 'A session');

const EndSessionPayload = payloadOf<{ endedSessionId: string }>(
  'endSession',
  (t) => ({
    endedSessionId: t.exposeID('endedSessionId', { description: 'ID of the session that ended.' }),
  }),
  'The tokens of the session no longer work.',
);

builder.mutationField('endSession', (t) =>
  t.field({
    type: EndSessionPayload,
    errors: { types: [ForbiddenError, NotFoundError] },
    description: 'Ends one of your sessions immediately, in every process.',
    args: t.inputArg(idInput('endSession', 'ID of your session to end.'), 'The session to end.'),
    resolve: (_root, { input }, ctx) => endOwnSession(ctx, input),
  }),
);
