import { Link as RouterLink } from 'react-router';
import { noId, toUrl } from '../../shell/routing';
import { requestsTexts } from '../../texts/requests';
import type { RequestDetails } from './request-details';

const words = requestsTexts.bodies;
const dayMs = 86_400_000;
/** Days for which the server stores bodies, unless the project keeps its requests for fewer. */
const bodyDays = 7;
/** Size of the bodies that the server reads. */
const readMax = 131_072;

/** Says why no body of a request is stored. */
export function MissingBody({ details }: { details: RequestDetails }) {
  const { project, projectId } = details;
  const isOff = project?.storesRequestBodies === false;
  return (
    <p className="t2">
      {toReason(details)}{' '}
      {isOff && projectId && <RouterLink to={toUrl(noId, projectId, '/project')}>{words.openSettings}</RouterLink>}
    </p>
  );
}

function toReason({ method, project, projectId, projectIds, createdAt }: RequestDetails): string {
  if (method === 'WS') return words.missing.socket;
  if (method === 'STDIO') return words.missing.stdio;
  if (projectId === null) return words.missing.noProject;
  if (projectIds.length > 1) return words.missing.severalProjects;
  if (!project) return words.missing.forbidden;
  if (!project.storesRequestBodies) return words.missing.off;
  const days = Math.min(bodyDays, project.requestLogRetentionDays ?? bodyDays);
  return Date.now() - Date.parse(createdAt) > days * dayMs ? words.missing.old(days) : words.missing.other;
}

/** Says why one of the two bodies is not stored. */
export function MissingPart({ details, part }: { details: RequestDetails; part: 'request' | 'response' }) {
  const bytes = part === 'request' ? details.bytesIn : details.bytesOut;
  const { none, long, notJson } = words.missingPart[part];
  return (
    <p className="t2">
      {bytes === 0 ? none : bytes !== null && bytes > readMax ? long : bytes === null ? none : notJson}
    </p>
  );
}
