import { MantineProvider } from '@mantine/core';
import type { ComponentType } from 'react';
import { useColorScheme } from '../shell/color-scheme';
import { cssVariablesResolver, theme } from '../theme';

/** Wraps a page or dialog that uses Mantine. The shell and Home avoid Mantine to keep the first page small. */
export function withMantine<Props extends object>(Wrapped: ComponentType<Props>): ComponentType<Props> {
  return function WithMantine(props: Props) {
    return (
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={useColorScheme()}>
        <Wrapped {...props} />
      </MantineProvider>
    );
  };
}
