import { useState } from 'react';
import {
  ResetConfigurationDocument,
  UpdateConfigurationDocument,
  type ConfigurationSection,
  type UpdateConfigurationInput,
} from '../../api/graphql';
import { useMutate } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';

/** Changes the configuration. Returns the failure and the busy state: the server tests models first. */
export function useConfigurationChange(onChanged: () => void) {
  const mutate = useMutate();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const during = async (attempt: Promise<{ readonly failure: Failure | null }>): Promise<Failure | null> => {
    setBusy(true);
    const { failure: refused } = await attempt;
    setBusy(false);
    setFailure(refused);
    if (!refused) onChanged();
    return refused;
  };
  return {
    failure,
    isBusy,
    update: (input: UpdateConfigurationInput) => during(mutate(UpdateConfigurationDocument, input)),
    reset: (section: ConfigurationSection) => during(mutate(ResetConfigurationDocument, { sections: [section] })),
  };
}
