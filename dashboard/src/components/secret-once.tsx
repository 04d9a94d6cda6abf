import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { CopyText } from './copy';

/** A secret that is shown this one time. */
export function SecretOnce({ secret, label }: { secret: string; label: string }) {
  return (
    <Alert color="yellow" title={`${label}: copy it now`}>
      <Stack gap="xs">
        <Text size="sm">It is not shown again.</Text>
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
