import { Select } from '@mantine/core';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useQuery } from 'urql';
import { ProjectDocument } from '../../../client/generated/graphql';
import { useViewer } from '../session/session';
import { useProjects } from './use-projects';

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
  const { choices, isComplete } = useProjects();
  const isListed = projectId === null || choices.some(({ value }) => value === projectId);
  const fallback = isComplete && !isListed ? choices[0]?.value : undefined;
  useEffect(() => {
    if (fallback) choose(fallback);
  }, [fallback, choose]);
  const [{ data: unlisted }] = useQuery({
    query: ProjectDocument,
    variables: { id: projectId ?? '' },
    pause: isListed || isComplete || choices.length === 0,
  });
  const all =
    unlisted?.project && !isListed
      ? [{ value: unlisted.project.id, label: unlisted.project.name }, ...choices]
      : choices;
  return (
    <Select
      aria-label="Project"
      placeholder="No project"
      data={all}
      value={projectId}
      onChange={(value) => value && choose(value)}
      size="xs"
      w={{ base: 150, sm: 190 }}
      limit={100}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No such project"
      comboboxProps={{ width: 280, position: 'bottom-start' }}
    />
  );
}
