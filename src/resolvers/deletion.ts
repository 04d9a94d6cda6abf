export type { AcceptedDeletion } from './deletion/accept.js';
export { deleteEntity, deleteEntityById } from './deletion/delete-entity.js';
export {
  deleteMemoriesByFilter,
  previewDeletion,
  type DeleteMemoriesInput,
  type DeletionPreview,
} from './deletion/delete-memories.js';
export { getDeletion, listDeletions } from './deletion/receipts.js';
export { cancelDeletion, undoDeletion } from './deletion/stop.js';
