import { Alert, Group, Stack } from '@mantine/core';
import { PlainButton } from '../../components/plain-button';
import { useState } from 'react';
import {
  GenerateProfilesDocument,
  ProfileDocument,
  type EventPartsFragment,
  type ProfileQuery,
} from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Json } from '../../components/facts';
import { Moment } from '../../components/moment';
import { useAct } from '../../components/use-act';
import { FollowEvent } from '../../components/use-live-event';
import { useProjectPermission } from '../../shell/permissions';
import { entitiesTexts as words } from '../../texts/entities';

type Profile = NonNullable<ProfileQuery['profile']>;

const reasons: Readonly<Record<Exclude<Profile['status'], 'SUCCEEDED' | 'FAILED'>, string>> = words.profileStates;

/** Shows the profile of a user, a summary of the user's memories. */
export function UserProfile({ projectId, userId }: { projectId: string | null; userId: string }) {
  const [result, again] = useFreshQuery(ProfileDocument, { projectId, userId });
  const act = useAct();
  const canGenerate = useProjectPermission(projectId, 'PROFILE_WRITE');
  const [job, setJob] = useState<EventPartsFragment | null>(null);
  const isBusy = job !== null;
  const onEnd = () => {
    setJob(null);
    again();
  };
  const generate = async () => {
    const payload = await act(GenerateProfilesDocument, { projectId, userId }, words.generating);
    if (payload?.profileJob.event) setJob(payload.profileJob.event);
  };
  return (
    <section className="card" aria-label={words.profile}>
      <header>
        <h2 className="grow">{words.profile}</h2>
        {canGenerate && result.data && result.data.profile?.status !== 'NOT_ENABLED' && (
          <PlainButton look="sm" label={words.generate} disabled={isBusy} onClick={() => void generate()} />
        )}
      </header>
      {job && <FollowEvent key={job.id} event={job} onEnd={onEnd} />}
      <div className="body">
        <Answer result={result} retry={again}>
          {({ profile }) => <Content profile={profile} />}
        </Answer>
      </div>
    </section>
  );
}

function Content({ profile: { status, content, error, updatedAt } }: { profile: Profile }) {
  if (status === 'FAILED') return <Alert color="red">{words.profileFailed(error ?? 'no reason was stored.')}</Alert>;
  if (status !== 'SUCCEEDED') {
    return <p className="t3">{reasons[status]}</p>;
  }
  return (
    <Stack gap="xs">
      <Json value={content} label={words.profile} />
      <Group gap={4}>
        <p className="t3">{words.generated}</p>
        <Moment at={updatedAt} />
      </Group>
    </Stack>
  );
}
