import { useCallback } from 'react';
import { Link as RouterLink, useNavigate as useRouterNavigate, useParams, type LinkProps } from 'react-router';

/** Placeholder in the URL if the viewer has no organization or project. */
export const noId = '-';

/** Builds the URL of a page. @param path starts with a slash, for example `/memories` */
export const toUrl = (organization: string, project: string, path: string): string =>
  `/dashboard/${organization}/${project}${path === '/' ? '/home' : path}`;

/** Returns a function that adds the current organization and project to a page's path. */
export function usePageUrl(): (path: string) => string {
  const { organization = noId, project = noId } = useParams();
  return useCallback((path: string) => toUrl(organization, project, path), [organization, project]);
}

/** Links to a page of the current project. */
export function Link({ to, ...props }: Omit<LinkProps, 'to'> & { to: string }) {
  const toPage = usePageUrl();
  return <RouterLink to={toPage(to)} {...props} />;
}

/** Returns React Router's `navigate` for pages of the current project. */
export function useNavigate(): (path: string, options?: { replace?: boolean }) => Promise<void> {
  const navigate = useRouterNavigate();
  const toPage = usePageUrl();
  return useCallback(async (path, options) => navigate(toPage(path), options), [navigate, toPage]);
}
