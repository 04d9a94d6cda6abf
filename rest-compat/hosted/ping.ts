import { z } from 'zod';
import { viewer } from '../../src/resolvers/viewer/get-viewer.js';
import { describeRoute } from './route.js';
import { getContext, hostedPlugin } from './plugin.js';

const Ping = z.object({
  status: z.literal('ok'),
  org_id: z.string().nullable(),
  project_id: z.string().nullable(),
  user_email: z.string(),
});

/** Registers the route that describes the caller's credential. */
export const pingRoutes = hostedPlugin((scope) => {
  const list = describeRoute('ping', { 200: Ping }, { failures: [] });
  scope.get('/v1/ping/', list, async (request) => {
    const { organization, project, user } = await viewer(getContext(request));
    return {
      status: 'ok' as const,
      org_id: organization?.id ?? null,
      project_id: project?.id ?? null,
      user_email: toHeaderSafeEmail(user?.email),
    };
  });
});

// Clients send the address back in a header, so it must be a single ASCII word, and they expect an @.
function toHeaderSafeEmail(email: string | undefined): string {
  return email && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(email) ? email : 'admin@localhost';
}
