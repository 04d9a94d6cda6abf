import { explorerTexts } from '../../texts/explorer';
import { isQuery, type PastOperation } from './operation-history';

interface Props {
  readonly operations: readonly PastOperation[];
  onChoose(operation: PastOperation): void;
}

/** Shows operations as items of a menu. The name of one that changes data says that it opens without running. */
export function OperationItems({ operations, onChoose }: Props) {
  return operations.map((operation) => (
    <button
      key={operation.query + operation.variables}
      type="button"
      role="menuitem"
      title={operation.query}
      onClick={() => onChoose(operation)}
    >
      <bdi>{isQuery(operation) ? operation.name : explorerTexts.withoutRun(operation.name)}</bdi>
    </button>
  ));
}
