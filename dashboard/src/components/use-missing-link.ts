import { useEffect } from 'react';
import { showFailure } from './toast';

/** Says that what a link opens was not found, and takes it out of the address. */
export function useMissingLink(isMissing: boolean, message: string, close: () => void): void {
  useEffect(() => {
    if (!isMissing) return;
    showFailure(message);
    close();
  }, [isMissing]);
}
