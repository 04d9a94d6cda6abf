import { useClient } from 'urql';
import { DeleteMemoriesDocument, UndoDeletionDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { showFailure, showToast } from '../../components/toast';
import { useNavigate } from '../../shell/routing';
import { memoryTexts } from '../../texts/memory';

const undoSeconds = 3_600;

/** Returns a function that deletes a memory, returns to the list, and offers Undo. */
export function useDeleteMemory() {
  const client = useClient();
  const navigate = useNavigate();
  const undo = async (deletionId: string, memoryId: string) => {
    const { failure } = await runMutation(client, UndoDeletionDocument, { input: { id: deletionId } });
    if (failure) return showFailure(failure.message);
    showToast(memoryTexts.restored);
    await navigate(`/memories/${memoryId}`);
  };
  return async ({ id, project }: { readonly id: string; readonly project: { readonly id: string } }) => {
    const input = { projectId: project.id, filter: { ids: [id] }, undoSeconds };
    const { failure, payload } = await runMutation(client, DeleteMemoriesDocument, { input });
    if (!payload) return showFailure(failure.message);
    await navigate('/memories');
    showToast(memoryTexts.deleted, {
      label: memoryTexts.undo,
      run: () => void undo(payload.deletion.id, id),
    });
  };
}
