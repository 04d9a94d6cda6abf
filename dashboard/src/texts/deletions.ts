import { labels } from './labels.js';
import { locale } from './locale.js';
import { plural } from './plural.js';

/** English texts of deletions. */
export const deletionsTexts = {
  ...labels,
  countDeletions: (count: number) => plural(count, '1 deletion', `${count.toLocaleString(locale)} deletions`),
  digestHint:
    'The digest is the SHA-256 of the sorted IDs of the removed memories, one per line. If you have the IDs, you can prove what was deleted.',
  kinds: { ENTITY: 'An entity', MEMORIES: 'Memories', ORGANIZATION: 'An organization', PROJECT: 'A project' },
  removed: 'Removed',
  requestedBy: 'Requested by',
  undoUntil: 'Undo until',
  ended: 'Ended',
  digestLabel: 'Digest',
  countMemories: (count: number) => plural(count, '1 memory', `${count.toLocaleString(locale)} memories`),
  idOfTheDeletion: 'deletion ID',
  filter: 'Filter',
  digest: 'digest',
  preview: 'Preview',
  noMemoryFits: 'No memory matches.',
  whatWouldBeDeleted: (what: string) => `${what} would be deleted.`,
  deleteWhat: (what: string) => `Delete ${what}?`,
  confirmAction: (what: string) => `Delete ${what}`,
  confirmWarning:
    'Searches and lists stop returning them at once, and their history is deleted. A receipt records who deleted what. Memories that are added later stay.',
  sampleHint: (count: number) => plural(count, 'The newest one:', `The newest ${count}:`),
  description: 'Delete many memories at once, and see who deleted what and when.',
  receipts: 'Receipts',
  receiptsHint: 'A permanent record of every bulk deletion.',
  receiptsEmpty: 'Nothing has been deleted yet. Each bulk deletion has a receipt here, also one that the API started.',
  receipt: 'Receipt',
  deletion: 'Deletion',
  restored: 'Restored',
  requested: 'Requested',
  fieldMissing: 'Fill in at least one field. * matches any ID.',
  started: 'Deletion started. The memories are no longer visible.',
  deleteMemories: 'Delete memories',
  newDeletionHint: 'Deletes memories that match all fields. You see a preview first.',
  erasedEntity: 'An erased entity',
  memoriesOfErased: 'Memories of an erased entity',
  entityName: (type: string, id: string) => `${type.charAt(0).toUpperCase()}${type.slice(1)} ${id}`,
  projectId: 'project ID',
  requesterId: 'requester ID',
  downloadJson: 'Download JSON',
  print: 'Print',
  printTitle: 'memory-gateway, receipt of a deletion',
} as const;
