import { Alert, Code, Group, Stack } from '@mantine/core';
import { CopyText } from './copy';
import { commonTexts as words } from '../texts/common';

/** Shows a secret that cannot be displayed again. */
export function SecretOnce({ secret, label }: { secret: string; label: string }) {
  return (
    <Alert
      color="yellow"
      title={words.copyYourLabelNow(label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()))}
    >
      <Stack gap="xs">
        <p>{words.secretShownOnce}</p>
        <Group wrap="nowrap" align="center">
          <Code block style={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-testid="secret">
            {secret}
          </Code>
          <CopyText text={secret} />
        </Group>
      </Stack>
    </Alert>
  );
}
