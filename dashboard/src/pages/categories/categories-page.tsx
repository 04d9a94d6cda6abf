import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { ProjectDocument, UpdateProjectDocument, type ProjectPartsFragment } from '../../api/graphql';
import { defaultCategories } from '../../../../client/generated/lists';
import type { Failure } from '../../api/failure';
import { useMutate } from '../../api/run-mutation';
import { useFreshQuery, useReadAgain } from '../../api/use-fresh-query';
import { AddButton } from '../../components/add-button';
import { Answer } from '../../components/answer';
import { Confirm } from '../../components/confirm';
import { PageHeader } from '../../components/page-header';
import { showToast } from '../../components/toast';
import { useProjectPermission } from '../../shell/permissions';
import { useProjectId } from '../../shell/project';
import { categoriesTexts as words } from '../../texts/categories';
import { CategoryForm } from './category-form';
import { CategoryPreview } from './category-preview';
import { CategoryTable } from './category-table';
import { getCategories, stored, type Category } from './get-categories';

export function CategoriesPage() {
  const projectId = useProjectId();
  const [result, again] = useFreshQuery(ProjectDocument, { id: projectId });
  const canEdit = useProjectPermission(projectId, 'PROJECT_UPDATE');
  return (
    <Answer result={result} retry={again}>
      {({ project }) => <ProjectCategories project={project} canEdit={canEdit} onSaved={again} />}
    </Answer>
  );
}

interface Props {
  readonly project: ProjectPartsFragment;
  readonly canEdit: boolean;
  onSaved(): void;
}

type Editing = { readonly kind: 'new' } | { readonly kind: 'change' | 'remove'; readonly category: Category };

const builtIn: Category[] = [...defaultCategories];

/** Shows the effective categories, which OWNERs can edit. */
function ProjectCategories({ project, canEdit, onSaved }: Props) {
  const mutate = useMutate();
  const [editing, setEditing] = useState<Editing | null>(null);
  const own = getCategories(project.customCategories);
  const isBuiltIn = own.length === 0;
  const edited = editing && 'category' in editing ? editing.category : null;
  const close = () => setEditing(null);
  const readOwn = useReadAgain(ProjectDocument, { id: project.id }, (saved) =>
    getCategories(saved.project?.customCategories ?? null),
  );
  // The categories are saved as a whole: without those that the server has now, the last person would undo what others saved.
  const save = async (
    change: (current: readonly Category[]) => readonly Category[],
    message: string,
  ): Promise<Failure | null> => {
    const categories = change((await readOwn()) ?? own);
    const { failure } = await mutate(UpdateProjectDocument, { id: project.id, customCategories: stored(categories) });
    if (failure) return failure;
    showToast(message);
    onSaved();
    return null;
  };
  const put = (category: Category, keepsBuiltIn: boolean, current: readonly Category[] = own): Category[] => {
    if (current.some(({ name }) => name === edited?.name))
      return current.map((entry) => (entry.name === edited?.name ? category : entry));
    return [...(current.length === 0 && keepsBuiltIn ? builtIn : current), category];
  };
  const remove = async () => {
    const failure = await save(
      (current) => current.filter(({ name }) => name !== edited?.name),
      `${edited?.name ?? ''} is removed.`,
    );
    return failure?.message ?? null;
  };
  return (
    <>
      <PageHeader title={words.categories} description={words.pageHint}>
        {canEdit && <AddButton label={words.addCategory} onClick={() => setEditing({ kind: 'new' })} />}
      </PageHeader>
      {isBuiltIn && (
        <BuiltInNotice
          canEdit={canEdit}
          onAdopt={() => save((current) => (current.length === 0 ? builtIn : current), words.builtInAdopted)}
        />
      )}
      <CategoryTable
        key={project.updatedAt}
        projectId={project.id}
        categories={isBuiltIn ? builtIn : own}
        canEdit={canEdit && !isBuiltIn}
        onEdit={(category) => setEditing({ kind: 'change', category })}
        onRemove={(category) => setEditing({ kind: 'remove', category })}
      />
      {canEdit && (
        <div style={{ marginTop: 16 }}>
          <CategoryPreview projectId={project.id} toCatalog={() => own} canApply />
        </div>
      )}
      <CategoryForm
        opened={editing?.kind === 'new' || editing?.kind === 'change'}
        category={edited}
        taken={(isBuiltIn ? builtIn : own)
          .filter((entry) => entry !== edited && entry.name !== edited?.name)
          .map(({ name }) => name)}
        projectId={project.id}
        canKeepBuiltIn={isBuiltIn}
        toCatalog={put}
        save={(category, keepsBuiltIn) =>
          save((current) => put(category, keepsBuiltIn, current), `${category.name} is saved.`)
        }
        onClose={close}
      />
      <Confirm
        opened={editing?.kind === 'remove'}
        title={words.removeEdited(edited?.name ?? '')}
        action={words.remove}
        onConfirm={remove}
        onClose={close}
      >
        {own.length > 1 ? words.deleteWarning : words.deleteLastWarning}
      </Confirm>
    </>
  );
}

function BuiltInNotice({ canEdit, onAdopt }: { canEdit: boolean; onAdopt: () => Promise<Failure | null> }) {
  const [message, setMessage] = useState<string | null>(null);
  const adopt = async () => setMessage((await onAdopt())?.message ?? null);
  return (
    <Alert color="blue" mb="md" title={words.builtInTitle}>
      {words.builtInHint} {canEdit && words.builtInNextStep}{' '}
      {canEdit && (
        <Button variant="default" size="compact-sm" onClick={() => void adopt()}>
          {words.customize}
        </Button>
      )}
      {message && <div role="alert">{message}</div>}
    </Alert>
  );
}
