import { ActionIcon, Button, Code, Group, Tooltip, type ButtonProps } from '@mantine/core';
import { CheckIcon, CopyIcon } from './icons';
import { useCopy } from './use-copy';
import { commonTexts as words } from '../texts/common';

export function CopyText({ text, label = words.copy, ...props }: ButtonProps & { text: string; label?: string }) {
  const { outcome, copy } = useCopy(text);
  return (
    <Button {...props} onClick={copy} aria-live="polite" style={{ flexShrink: 0 }}>
      {outcome === 'copied' ? words.copied : outcome === 'failed' ? words.copyFailed : label}
    </Button>
  );
}

/** Shows an id with a button that copies it. @param what noun for the button's name, e.g. "id of the project" */
export function CopyableId({ id, what = 'id' }: { id: string; what?: string }) {
  const { outcome, copy } = useCopy(id);
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
      <Tooltip label={outcome === 'copied' ? words.copied : outcome === 'failed' ? words.copyFailed : words.copy}>
        <ActionIcon
          component="button"
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={outcome === 'copied' ? words.copied : words.copyTheWhat(what)}
          onClick={copy}
        >
          {outcome === 'copied' ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
