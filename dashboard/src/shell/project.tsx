import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams, type Location } from 'react-router';
import { useQuery } from 'urql';
import { ProjectDocument } from '../api/graphql';
import { showFailure } from '../components/toast';
import { shellTexts as words } from '../texts/shell';
import { noId, toUrl } from './routing';
import { useProjects } from './use-projects';

interface ChosenProject {
  /** Null if the viewer has no project. */
  readonly projectId: string | null;
  /** Organization of the project. Null if the viewer has none. */
  readonly organizationId: string | null;
  /** Opens the current page for another project. */
  choose(projectId: string, path?: string): void;
}

const storageKey = 'memory-gateway-place';

/** State of a navigation to the project that the viewer opened last. */
export const remembered = 'remembered';

/** Returns the organization and project that the viewer opened last, or null. */
export function readLastPlace(): { organization: string; project: string } | null {
  const [organization, project] = (window.localStorage.getItem(storageKey) ?? '').split('/');
  return organization && project ? { organization, project } : null;
}

export function useProject(): ChosenProject {
  const { organization = noId, project = noId } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const page = pathname.split('/')[4] ?? 'home';
  const choose = useCallback(
    (projectId: string, path?: string) =>
      void navigate(toUrl(organization, projectId || noId, path ?? `/${page}`), { replace: path === undefined }),
    [navigate, organization, page],
  );
  return {
    projectId: project === noId ? null : project,
    organizationId: organization === noId ? null : organization,
    choose,
  };
}

/** Returns the project of a page that is shown with a project only. */
export function useProjectId(): string {
  const { projectId } = useProject();
  if (projectId === null) throw new Error('This page needs a project.');
  return projectId;
}

/** Projects that the viewer deleted in this tab. */
const deletedHere = new Set<string>();

/** Notes that the viewer deletes a project, whose page then leads to another project without a further message. */
export const noteDeletion = (projectId: string): unknown => deletedHere.add(projectId);

/** Corrects the URL: sets the project's organization, and replaces unknown projects with the first one, with a message. */
export function useCanonicalUrl(): void {
  const { organization = noId, project = noId } = useParams();
  const { projectId, choose } = useProject();
  const { choices, isComplete } = useProjects();
  const { pathname, search, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  const [{ data, fetching }] = useQuery({
    query: ProjectDocument,
    variables: { id: projectId ?? '' },
    pause: projectId === null,
  });
  const owner = data?.project?.id === projectId ? data?.project?.organization.id : undefined;
  useEffect(() => {
    if (!owner) return;
    window.localStorage.setItem(storageKey, `${owner}/${project}`);
    if (owner === organization) return;
    const path = `/${pathname.split('/').slice(4).join('/')}${search}`;
    void navigate(toUrl(owner, project, path), { replace: true });
  }, [owner, organization, project, pathname, search, navigate]);
  const isListed = choices.some(({ value }) => value === projectId);
  const fallback = isComplete && !fetching && !owner && !isListed ? choices[0] : undefined;
  const opened = useRef<string | null>(null);
  if (owner) opened.current = projectId;
  useEffect(() => {
    if (!fallback) return;
    // The project of the last visit opens without a link to it.
    const isExpected = projectId !== null && (opened.current === projectId || state !== remembered);
    if (isExpected && !deletedHere.has(projectId)) showFailure(words.projectMissing(fallback.label));
    choose(fallback.value);
  }, [fallback?.value, choose]);
}
