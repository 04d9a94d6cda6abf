import { Alert, Button, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { UpdateProjectDocument, type ProjectPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { getFormText } from '../../components/form-text';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';
import { SettingsPreview } from './settings-preview';

interface Props {
  readonly project: ProjectPartsFragment;
  readonly canEdit: boolean;
  onSaved(): void;
}

/** Shows the settings of a project in one form, read-only for viewers without permission. */
export function ProjectSettings({ project, canEdit, onSaved }: Props) {
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = { id: project.id, ...readSettings(new FormData(event.currentTarget)) };
    setBusy(true);
    const { failure: refused } = await runMutation(client, UpdateProjectDocument, { input });
    setBusy(false);
    setFailure(refused);
    if (refused) return;
    showToast('Settings saved. They apply to new memories.');
    onSaved();
  };
  return (
    <Section title="Settings" description={canEdit ? undefined : 'Only project owners can change these settings.'}>
      <form data-guard onSubmit={(event) => void submit(event)}>
        <Stack>
          {failure && (
            <Alert color="red" role="alert">
              {failure.message}
            </Alert>
          )}
          <Fields project={project} canEdit={canEdit} fields={failure?.fields ?? {}} />
          {canEdit && (
            <Group>
              <Button type="submit" loading={isBusy}>
                Save
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
}

type TextName = 'description' | 'customInstructions' | 'agentCustomInstructions';
type SwitchName = 'multilingual' | 'decay' | 'feedbackRanking' | 'keepDeletedText';

/** Text fields in the order of the form. `minRows` makes a text area. */
const textFields: readonly {
  name: TextName;
  label: string;
  description: string;
  placeholder?: string;
  minRows?: number;
}[] = [
  { name: 'description', label: 'Description', description: "For people only. Doesn't affect extraction." },
  {
    name: 'customInstructions',
    label: 'Custom instructions',
    description: "Tell the model what to keep and what to leave out. If empty, the installation's instructions apply.",
    placeholder: 'Keep what people like to eat. Leave out small talk.',
    minRows: 3,
  },
  {
    name: 'agentCustomInstructions',
    label: 'Agent instructions',
    description:
      'Replaces the custom instructions for memories that belong to an agent only. If a user is set too, applies to assistant messages.',
    minRows: 2,
  },
];

const switchFields: readonly { name: SwitchName; label: string; description: string }[] = [
  {
    name: 'multilingual',
    label: 'Multilingual',
    description: 'Store and search memories in their original language instead of treating them as English.',
  },
  { name: 'decay', label: 'Decay', description: 'Rank recently used memories higher. Nothing is deleted.' },
  {
    name: 'feedbackRanking',
    label: 'Feedback ranking',
    description: 'Rank memories by their feedback too: helpful ones higher, unhelpful ones lower.',
  },
  {
    name: 'keepDeletedText',
    label: 'Keep deleted text',
    description:
      'Keep the texts of a memory in its history after you delete the memory. Bulk deletions never keep them.',
  },
];

function readSettings(form: FormData) {
  const texts = textFields.map(({ name }) => [name, getFormText(form, name).trim() || null] as const);
  const switches = switchFields.map(({ name }) => [name, form.has(name)] as const);
  return {
    name: getFormText(form, 'name').trim(),
    ...(Object.fromEntries(texts) as Record<TextName, string | null>),
    ...(Object.fromEntries(switches) as Record<SwitchName, boolean>),
    requestLogRetentionDays: Number(getFormText(form, 'requestLogRetentionDays')) || null,
  };
}

/** Reads the settings that a search or an extraction uses. */
function readPreviewed(form: FormData) {
  const { customInstructions, agentCustomInstructions, multilingual, decay, feedbackRanking } = readSettings(form);
  return { customInstructions, agentCustomInstructions, multilingual, decay, feedbackRanking };
}

interface FieldsProps {
  readonly project: ProjectPartsFragment;
  readonly canEdit: boolean;
  readonly fields: Failure['fields'];
}

function Fields({ project, canEdit, fields }: FieldsProps) {
  const readOnly = !canEdit;
  return (
    <>
      <TextInput
        name="name"
        label="Name"
        defaultValue={project.name}
        required={canEdit}
        maxLength={255}
        readOnly={readOnly}
        error={fields.name}
      />
      {textFields.map(({ minRows, ...field }) => {
        const input = { ...field, defaultValue: project[field.name] ?? '', readOnly, error: fields[field.name] };
        if (minRows === undefined) return <TextInput key={field.name} {...input} />;
        return <Textarea key={field.name} {...input} autosize minRows={minRows} maxRows={14} />;
      })}
      {switchFields.map((field) => (
        <Switch
          key={field.name}
          {...field}
          defaultChecked={project[field.name]}
          disabled={readOnly}
          error={fields[field.name]}
        />
      ))}
      <TextInput
        name="requestLogRetentionDays"
        type="number"
        min={1}
        label="Request log retention"
        description="Days to keep requests of this project. Empty: as long as the server keeps its request log."
        defaultValue={project.requestLogRetentionDays ?? ''}
        readOnly={readOnly}
        error={fields.requestLogRetentionDays}
      />
      {canEdit && <SettingsPreview projectId={project.id} read={readPreviewed} />}
    </>
  );
}
