import { Textarea, TextInput } from '@mantine/core';
import type { Failure } from '../../api/failure';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import type { Category } from './get-categories';

interface Props {
  readonly opened: boolean;
  /** Null for a new category. */
  readonly category: Category | null;
  /** Names of the other categories. */
  readonly taken: readonly string[];
  save(category: Category): Promise<Failure | null>;
  onClose(): void;
}

/** Creates or edits a category. */
export function CategoryForm({ opened, category, taken, save, onClose }: Props) {
  const submit = async (form: FormData): Promise<Failure | null> => {
    const name = getFormText(form, 'name').trim();
    if (taken.includes(name))
      return { message: 'It was not saved.', fields: { name: 'A category with this name already exists.' } };
    return save({ name, description: getFormText(form, 'description').trim() });
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
        </>
      )}
    </FormDialog>
  );
}
