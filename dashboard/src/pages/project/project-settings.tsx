import { Alert, Button, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { UpdateProjectDocument, type ProjectPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { getFormText } from '../../components/form-text';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';

interface Props {
  readonly project: ProjectPartsFragment;
  readonly canEdit: boolean;
  onSaved(): void;
}

/** Settings of a project, in one form. READERs see them without buttons. */
export function ProjectSettings({ project, canEdit, onSaved }: Props) {
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = { id: project.id, ...settingsIn(new FormData(event.currentTarget)) };
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

function settingsIn(form: FormData) {
  return {
    name: getFormText(form, 'name').trim(),
    description: getFormText(form, 'description').trim() || null,
    customInstructions: getFormText(form, 'customInstructions').trim() || null,
    agentCustomInstructions: getFormText(form, 'agentCustomInstructions').trim() || null,
    multilingual: form.has('multilingual'),
    decay: form.has('decay'),
  };
}

function Fields({
  project,
  canEdit,
  fields,
}: {
  project: ProjectPartsFragment;
  canEdit: boolean;
  fields: Failure['fields'];
}) {
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
      <TextInput
        name="description"
        label="Description"
        description="For people only. Doesn't affect extraction."
        defaultValue={project.description ?? ''}
        readOnly={readOnly}
        error={fields.description}
      />
      <Textarea
        name="customInstructions"
        label="Custom instructions"
        description="Tell the model what to keep and what to leave out. If empty, the installation's instructions apply."
        placeholder="Keep what people like to eat. Leave out small talk."
        defaultValue={project.customInstructions ?? ''}
        autosize
        minRows={3}
        maxRows={14}
        readOnly={readOnly}
        error={fields.customInstructions}
      />
      <Textarea
        name="agentCustomInstructions"
        label="Agent instructions"
        description="Replaces the custom instructions for memories that belong to an agent only. If a user is set too, applies to assistant messages."
        defaultValue={project.agentCustomInstructions ?? ''}
        autosize
        minRows={2}
        maxRows={14}
        readOnly={readOnly}
        error={fields.agentCustomInstructions}
      />
      <Switch
        name="multilingual"
        label="Multilingual"
        description="Store and search memories in their original language instead of treating them as English."
        defaultChecked={project.multilingual}
        disabled={readOnly}
        error={fields.multilingual}
      />
      <Switch
        name="decay"
        label="Decay"
        description="Rank recently used memories higher. Nothing is deleted."
        defaultChecked={project.decay}
        disabled={readOnly}
        error={fields.decay}
      />
    </>
  );
}
