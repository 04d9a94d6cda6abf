import { Anchor, Group } from '@mantine/core';
import { Badge, type Tone } from '../../components/badge';
import type { ConfigurationSource } from '../../api/graphql';
import { configurationTexts as pageWords } from '../../texts/configuration';

const words: Readonly<Record<ConfigurationSource, { readonly label: string; readonly tone: Tone }>> = {
  STORED: { label: pageWords.storedHere, tone: 'info' },
  ENVIRONMENT: { label: pageWords.fromTheEnvironment, tone: 'info' },
  DEFAULT: { label: pageWords.default, tone: 'neutral' },
};

export function SourceBadge({ source }: { source: ConfigurationSource }) {
  const { label, tone } = words[source];
  return <Badge tone={tone}>{label}</Badge>;
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
