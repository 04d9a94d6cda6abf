import { FailureAlert } from '../../components/failure-alert';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient, type Client } from 'urql';
import {
  MemoriesDocument,
  PreviewMemoriesDocument,
  UpdateMemoryDocument,
  type MemoryPartsFragment,
} from '../../api/graphql';
import { runMutation, runQuery } from '../../api/run-mutation';
import { BeforeAfter } from '../../components/before-after';
import { showFailure, showToast } from '../../components/toast';
import { categoriesTexts } from '../../texts/categories';
import { stored, type Category } from './get-categories';

interface Change {
  readonly memory: MemoryPartsFragment;
  readonly categories: readonly string[];
}

interface Preview {
  readonly checked: number;
  readonly changes: readonly Change[];
}

interface Props {
  readonly projectId: string;
  toCatalog(): readonly Category[];
  /** Shows a button that stores the result. */
  readonly canApply?: boolean;
}

const checkedMemories = 50;

/** Shows which of the newest memories would change categories. */
export function CategoryPreview({ projectId, toCatalog, canApply = false }: Props) {
  const client = useClient();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const outcome = await readPreview(client, projectId, toCatalog());
    setBusy(false);
    setMessage(outcome.message);
    setPreview(outcome.preview);
  };
  const apply = async (changes: readonly Change[]) => {
    setBusy(true);
    const failure = await storeCategories(client, changes);
    setBusy(false);
    if (failure) return showFailure(failure);
    setPreview(null);
    showToast(categoriesTexts.applied(changes.length));
  };
  return (
    <div>
      <Button variant="default" loading={isBusy} onClick={() => void run()}>
        {categoriesTexts.preview}
      </Button>
      <FailureAlert message={message} mt="sm" />
      {preview && (
        <section aria-label={categoriesTexts.previewTitle} className="category-preview">
          <Text size="sm" mt="sm">
            {categoriesTexts.summary(preview.changes.length, preview.checked)}
          </Text>
          <ul className="last-changes">
            {preview.changes.map(({ memory, categories }) => (
              <li key={memory.id}>
                <span className="trunc" dir="auto">
                  {memory.text}
                </span>
                <span>
                  <BeforeAfter before={toList(memory.categories ?? [])} after={toList(categories)} />
                </span>
              </li>
            ))}
          </ul>
          {canApply && preview.changes.length > 0 && (
            <Group mt="sm">
              <Button loading={isBusy} onClick={() => void apply(preview.changes)}>
                {categoriesTexts.apply(preview.changes.length)}
              </Button>
            </Group>
          )}
        </section>
      )}
    </div>
  );
}

const toList = (categories: readonly string[]): string | null => categories.join(', ') || null;
const toKey = (categories: readonly string[]) => JSON.stringify([...categories].sort());

// A dry run of `addMemories` categorizes texts without storing them.
async function readPreview(client: Client, projectId: string, catalog: readonly Category[]) {
  const page = { projectId, first: checkedMemories };
  const { data, error } = await client.query(MemoriesDocument, page, { requestPolicy: 'network-only' });
  if (!data) return { preview: null, message: error?.message ?? null };
  const memories = data.memories.edges.map(({ node }) => node);
  if (memories.length === 0) return { preview: { checked: 0, changes: [] }, message: null };
  const messages = memories.map(({ text }) => ({ role: 'USER' as const, content: text }));
  const { failure, payload } = await runQuery(client, PreviewMemoriesDocument, {
    input: { projectId, userId: 'category-preview', infer: false, messages, customCategories: stored(catalog) },
  });
  if (failure) return { preview: null, message: failure.message };
  const changes = memories.flatMap((memory, index): Change[] => {
    const categories = payload.memories[index]?.categories ?? [];
    return memory.isImmutable || toKey(categories) === toKey(memory.categories ?? []) ? [] : [{ memory, categories }];
  });
  return { preview: { checked: memories.length, changes }, message: null };
}

async function storeCategories(client: Client, changes: readonly Change[]): Promise<string | null> {
  for (const { memory, categories } of changes) {
    const input = { id: memory.id, categories: [...categories] };
    const { failure } = await runMutation(client, UpdateMemoryDocument, { input });
    if (failure) return failure.message;
  }
  return null;
}
