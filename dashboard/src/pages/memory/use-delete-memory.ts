import { DeleteMemoriesDocument, UndoDeletionDocument } from '../../../../client/generated/graphql';
import { showToast } from '../../components/toast';
import { useAct } from '../../components/use-act';
import { useNavigate } from '../../shell/routing';
import { memoryTexts } from '../../texts/memory';

const undoSeconds = 3_600;

/** Returns a function that deletes a memory, returns to the list, and offers Undo. */
export function useDeleteMemory() {
  const act = useAct();
  const navigate = useNavigate();
  const undo = async (deletionId: string, memoryId: string) => {
    if (await act(UndoDeletionDocument, { id: deletionId }, memoryTexts.restored))
      await navigate(`/memories/${memoryId}`);
  };
  return async ({ id, project }: { readonly id: string; readonly project: { readonly id: string } }) => {
    const payload = await act(DeleteMemoriesDocument, { projectId: project.id, filter: { ids: [id] }, undoSeconds });
    if (!payload) return;
    await navigate('/memories');
    showToast(memoryTexts.deleted, {
      label: memoryTexts.undo,
      run: () => void undo(payload.deletion.id, id),
    });
  };
}
