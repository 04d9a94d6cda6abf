import { useMemo, useRef } from 'react';

/** A dialog from its opening to its closing. */
export interface Opening {
  /** Closes the dialog for the viewer. */
  leave(): void;
  /** Whether the viewer closed it. What was sent meanwhile must not close the dialog when that is open again. */
  isLeft(): boolean;
}

/** Returns the current opening of a dialog. */
export function useOpening({ opened, onClose }: { readonly opened: boolean; onClose(): void }): Opening {
  const latest = useRef(onClose);
  latest.current = onClose;
  return useMemo(() => {
    let isLeft = false;
    return {
      leave() {
        isLeft = true;
        latest.current();
      },
      isLeft: () => isLeft,
    };
  }, [opened]);
}
