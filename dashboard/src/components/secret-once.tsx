import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { CopyText } from './copy';

/** Shows a secret that cannot be displayed again. */
export function SecretOnce({ secret, label }: { secret: string; label: string }) {
  return (
    <Alert color="yellow" title={`Copy your ${label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())} now`}>
      <Stack gap="xs">
        <Text size="sm">You won't see it again.</Text>
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
