import { Anchor, Badge, Group } from '@mantine/core';
import type { ConfigurationSource } from '../../../../client/generated/graphql';
import { configurationTexts as pageWords } from '../../texts/configuration';

const words: Readonly<Record<ConfigurationSource, { readonly label: string; readonly colour: string }>> = {
  STORED: { label: pageWords.storedHere, colour: 'cyan' },
  ENVIRONMENT: { label: pageWords.fromTheEnvironment, colour: 'grape' },
  DEFAULT: { label: pageWords.default, colour: 'gray' },
};

/** Shows the source of a value. */
export function SourceBadge({ source }: { source: ConfigurationSource }) {
  const { label, colour } = words[source];
  return (
    <Badge size="sm" variant="light" color={colour} tt="none">
      {label}
    </Badge>
  );
}

interface Props {
  readonly source: ConfigurationSource;
  /** Name of the setting, for the button. */
  readonly label: string;
  /** Resets the value. Undefined if the value cannot be reset alone. */
  reset?(): void;
}

/** Shows the source of a value and, if it is stored, a button that resets it to the environment. */
export function SourceLine({ source, label, reset }: Props) {
  return (
    <Group gap="xs">
      <SourceBadge source={source} />
      {source === 'STORED' && reset && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={reset}
          aria-label={pageWords.resetSettingLabel(label)}
        >
          {pageWords.reset}
        </Anchor>
      )}
    </Group>
  );
}
