import { Switch, Textarea, TextInput } from '@mantine/core';
import { boolean, maxLength, object, refine, string, trim, type output } from 'zod/mini';
import { ProjectDocument } from '../../api/graphql';
import type { Failure } from '../../api/failure';
import { useReadAgain } from '../../api/use-fresh-query';
import { FormDialog } from '../../components/form-dialog';
import { name } from '../../components/rules';
import { formTexts } from '../../texts/form';
import { CategoryPreview } from './category-preview';
import { getCategories, type Category } from './get-categories';
import { categoriesTexts as pageWords } from '../../texts/categories';

interface Props {
  readonly opened: boolean;
  /** Null for a new category. */
  readonly category: Category | null;
  /** Names of the other categories. */
  readonly taken: readonly string[];
  readonly projectId: string;
  /** Whether the default categories apply. A new category can replace them. */
  readonly canKeepBuiltIn: boolean;
  /** Returns the categories including the one in the form. */
  toCatalog(category: Category, keepsBuiltIn: boolean): readonly Category[];
  save(category: Category, keepsBuiltIn: boolean): Promise<Failure | null>;
  onClose(): void;
}

const description = string().check(trim(), maxLength(2_000, formTexts.atMost(2_000)));

const toSchema = (taken: readonly string[], canKeepBuiltIn: boolean) =>
  object({ name, description, keepsBuiltIn: boolean() }).check(
    refine((given) => !taken.includes(given.name) || (canKeepBuiltIn && !given.keepsBuiltIn), {
      path: ['name'],
      error: pageWords.taken,
    }),
  );
type Values = output<ReturnType<typeof toSchema>>;

/** Creates or edits a category, with a preview of its effect on memories. */
export function CategoryForm(props: Props) {
  const { opened, category, taken, projectId, canKeepBuiltIn, toCatalog, save, onClose } = props;
  const submit = ({ keepsBuiltIn, ...given }: Values) => save(given, keepsBuiltIn);
  const initialValues: Values = {
    name: category?.name ?? '',
    description: category?.description ?? '',
    keepsBuiltIn: canKeepBuiltIn,
  };
  // A category that is gone has no values, and is added again.
  const readSaved = useReadAgain(ProjectDocument, { id: projectId }, ({ project }) => {
    const saved = getCategories(project?.customCategories ?? null).find((entry) => entry.name === category?.name);
    return saved ? { ...initialValues, ...saved } : null;
  });
  return (
    <FormDialog
      opened={opened}
      title={category ? pageWords.changeName(category.name) : pageWords.newCategory}
      action={category ? pageWords.save : pageWords.add}
      schema={toSchema(taken, canKeepBuiltIn)}
      initialValues={initialValues}
      readSaved={readSaved}
      serverNames={{ customCategories: 'description' }}
      onSubmit={submit}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            {...form.getInputProps('name')}
            label={pageWords.name}
            description={category ? pageWords.renameHint : pageWords.nameHint}
            required
            data-autofocus
          />
          <Textarea
            {...form.getInputProps('description')}
            label={pageWords.description}
            description={pageWords.descriptionHint}
            autosize
            minRows={2}
          />
          {canKeepBuiltIn && (
            <Switch
              {...form.getInputProps('keepsBuiltIn', { type: 'checkbox' })}
              label={pageWords.keepBuiltIn}
              description={pageWords.keepBuiltInHint}
            />
          )}
          <CategoryPreview
            projectId={projectId}
            toCatalog={() => {
              const { keepsBuiltIn, name: given, description: about } = form.values;
              return toCatalog({ name: given.trim(), description: about.trim() }, keepsBuiltIn);
            }}
          />
        </>
      )}
    </FormDialog>
  );
}
