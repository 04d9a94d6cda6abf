import { Select } from '@mantine/core';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useQuery } from 'urql';
import { ProjectsDocument } from '../../../client/generated/graphql';
import { useViewer } from '../session/session';

interface ChosenProject {
  /** Null where the viewer has no project. */
  readonly projectId: string | null;
  choose(projectId: string): void;
}

const ProjectContext = createContext<ChosenProject | null>(null);
const storageKey = 'memory-gateway-project';

/** Remembers which project the pages are about. */
export function ProjectProvider({ children }: { children: ReactNode }) {
  const { project } = useViewer();
  const [chosen, setChosen] = useState(() => window.localStorage.getItem(storageKey));
  const value = useMemo(
    () => ({
      projectId: chosen ?? project?.id ?? null,
      choose(projectId: string) {
        window.localStorage.setItem(storageKey, projectId);
        setChosen(projectId);
      },
    }),
    [chosen, project],
  );
  return <ProjectContext value={value}>{children}</ProjectContext>;
}

/** The project that the pages are about. */
export function useProject(): ChosenProject {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('There is no ProjectProvider above.');
  return project;
}

/** Chooses the project. One that is gone gives way to the first that is there. */
export function ProjectPicker() {
  const { projectId, choose } = useProject();
  const [{ data }] = useQuery({ query: ProjectsDocument, variables: { first: 100 } });
  const ids = data?.projects.edges.map(({ node }) => node.id);
  const fallback = ids && projectId !== null && !ids.includes(projectId) ? ids[0] : undefined;
  useEffect(() => {
    if (fallback) choose(fallback);
  }, [fallback, choose]);
  const projects = data?.projects.edges.map(({ node }) => ({ value: node.id, label: node.name })) ?? [];
  return <Select aria-label="Project" placeholder="No project" data={projects} value={projectId} onChange={(value) => value && choose(value)} size="xs" w={190} searchable allowDeselect={false} />;
}
