import { ActionIcon, Button, Code, Group, Tooltip, type ButtonProps } from '@mantine/core';
import { CheckIcon, CopyIcon } from './icons';
import { useCopy } from './use-copy';
import { commonTexts as words } from '../texts/common';

export function CopyText({ text, label, ...props }: ButtonProps & { text: string; label?: string }) {
  const { label: shown, copy } = useCopy(text, label);
  return (
    <Button {...props} onClick={copy} aria-live="polite" style={{ flexShrink: 0 }}>
      {shown}
    </Button>
  );
}

/** Shows an id with a button that copies it. @param what noun for the button's name, e.g. "id of the project" */
export function CopyableId({ id, what = 'id' }: { id: string; what?: string }) {
  const { isCopied, label, copy } = useCopy(id);
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
      <Tooltip label={label}>
        <ActionIcon
          component="button"
          variant="subtle"
          size="sm"
          aria-label={isCopied ? label : words.copyTheWhat(what)}
          onClick={copy}
        >
          {isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
