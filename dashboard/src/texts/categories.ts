import { labels } from './labels.js';
import { locale } from './locale.js';
import { plural } from './plural.js';

export const categoriesTexts = {
  ...labels,
  countCategories: (count: number) => plural(count, '1 category', '# categories'),
  unknown: 'unknown',
  countingCategory: (category: string) => `Counting ${category}`,
  changeName: (name: string) => `Change ${name}`,
  removeName: (name: string) => `Remove ${name}`,
  newCategory: 'New category',
  renameHint: 'Memories that have the category keep its former name.',
  nameHint: 'Short name, shown on memories.',
  descriptionHint: 'Describe what belongs here. Categorization matches these words.',
  pageHint: 'Labels for new memories. Use them as filters.',
  addCategory: 'Add category',
  removeEdited: (edited: string) => `Remove ${edited}?`,
  deleteWarning: 'New memories no longer get this category. Existing memories keep it.',
  deleteLastWarning:
    'New memories no longer get this category. Existing memories keep it. It is the last one, so the built-in categories apply again.',
  builtInTitle: 'Using the built-in categories',
  builtInHint: 'The project has no categories of its own yet.',
  builtInNextStep: 'Edit them, add a category, or replace them.',
  customize: 'Customize',
  preview: 'Preview recategorization',
  previewTitle: 'Recategorization of recent memories',
  summary: (changed: number, checked: number) =>
    checked === 0
      ? 'The project has no memories yet.'
      : `${changed.toLocaleString(locale)} of the ${checked.toLocaleString(locale)} newest memories would get other categories.`,
  apply: (count: number) => plural(count, 'Recategorize 1 memory', 'Recategorize # memories'),
  applied: (count: number) => plural(count, '1 memory recategorized', '# memories recategorized'),
  taken: 'A category with this name already exists.',
  keepBuiltIn: 'Keep the built-in categories',
  keepBuiltInHint: 'Off: the new category replaces them.',
  builtInAdopted: 'The project now has its own copy of the built-in categories.',
} as const;
