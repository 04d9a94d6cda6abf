import { Switch, Textarea, TextInput } from '@mantine/core';
import type { Failure } from '../../api/failure';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { texts } from '../../texts';
import { CategoryPreview } from './category-preview';
import type { Category } from './get-categories';

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

const toCategory = (form: FormData): Category => ({
  name: getFormText(form, 'name').trim(),
  description: getFormText(form, 'description').trim(),
});

/** Creates or edits a category, with a preview of its effect on memories. */
export function CategoryForm(props: Props) {
  const { opened, category, taken, projectId, canKeepBuiltIn, toCatalog, save, onClose } = props;
  const submit = async (form: FormData): Promise<Failure | null> => {
    const given = toCategory(form);
    if (taken.includes(given.name))
      return { message: 'It was not saved.', fields: { name: 'A category with this name already exists.' } };
    return save(given, form.has('keepsBuiltIn'));
  };
  return (
    <FormDialog
      opened={opened}
      title={category ? `Change ${category.name}` : 'New category'}
      action={category ? 'Save' : 'Add'}
      onSubmit={submit}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <TextInput
            name="name"
            label="Name"
            description={
              category ? 'Memories that have the category keep its former name.' : 'Short name, shown on memories.'
            }
            defaultValue={category?.name}
            required
            maxLength={255}
            data-autofocus
            error={fields.name}
          />
          <Textarea
            name="description"
            label="Description"
            description="Describe what belongs here. Categorization matches these words."
            defaultValue={category?.description}
            autosize
            minRows={2}
            maxLength={2_000}
            error={fields.customCategories}
          />
          {canKeepBuiltIn && (
            <Switch
              name="keepsBuiltIn"
              label={texts.categories.keepBuiltIn}
              description={texts.categories.keepBuiltInHint}
              defaultChecked
            />
          )}
          <CategoryPreview
            projectId={projectId}
            toCatalog={(form) => {
              const values = new FormData(form ?? undefined);
              return toCatalog(toCategory(values), values.has('keepsBuiltIn'));
            }}
          />
        </>
      )}
    </FormDialog>
  );
}
