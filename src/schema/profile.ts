import { fromTypedId, toTypedId, toUuid } from '../ids.js';
import { getProfileJob } from '../resolvers/profile/get-profile-job.js';
import { orderProfiles, type AcceptedProfileJob } from '../resolvers/profile/order-profiles.js';
import { getProfile, instructionsMax, type UserProfile } from '../resolvers/profile/get-profile.js';
import { getProfileSettings, updateProfileSettings } from '../resolvers/profile/profile-settings.js';
import { getChosenProject } from '../resolvers/project/current-project.js';
import type { ProfileJobRow } from '../stores/profile/profile-job-store.js';
import type { ProfileSettingsRow } from '../stores/profile/profile-store.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { ConflictError, orNotFound } from '../errors.js';
import { builder } from './builder.js';
import { inputOf, objectPayload, payloadOf } from './shared/mutation-types.js';
import { withFieldNames } from '../validate.js';
import { Event } from './event.js';
import { loaders } from './shared/loaders.js';
import { Memory } from './memory/memory.js';
import { Node } from './node.js';
import { inChosenProject, projectOption } from './project/project-argument.js';

const ProfileStatusType = builder.enumType('ProfileStatus', {
  description: 'Status of a profile.',
  values: {
    SUCCEEDED: { description: 'The profile is up to date.' },
    PENDING: { description: 'The profile has not been generated yet, or is being refreshed.' },
    FAILED: { description: 'Generating the profile failed; `error` has the reason.' },
    NOT_ENABLED: { description: 'Profiles are disabled in the project.' },
    INSUFFICIENT_DATA: { description: 'The user has no memories to generate a profile from.' },
  } as const,
});

const Profile = builder.objectRef<UserProfile>('Profile').implement({
  description: 'A short summary of what the memories say about a user.',
  fields: (t) => ({
    userId: t.exposeString('userId', { description: 'ID of the user that the profile describes.' }),
    status: t.expose('status', { type: ProfileStatusType, description: 'Status of the profile.' }),
    content: t.expose('profile', {
      type: 'JSON',
      description:
        "Content of the profile: an object of the project's profile schema, or texts by category. `{}` unless the status is SUCCEEDED.",
    }),
    instructions: t.expose('instructions', {
      type: [Memory],
      description:
        'Standing instructions of the user ("always …"), then preferences, newest first: at most five current memories. Empty if profiles are disabled.',
      complexity: { multiplier: instructionsMax },
    }),
    generationCount: t.exposeInt('generationCount', { description: 'Number of times the profile was generated.' }),
    error: t.stringOrNull('error', 'Why generating the profile failed. Null if it did not fail.'),
    updatedAt: t.timeOrNull('updatedAt', 'When the profile was last generated. Null: never.'),
  }),
});

const ProfileSettings = builder.objectRef<ProfileSettingsRow>('ProfileSettings').implement({
  description: 'Settings for user profiles of a project.',
  fields: (t) => ({
    isEnabled: t.exposeBoolean('enabled', { description: 'Whether the server generates profiles.' }),
    schema: t.exposeOrNull('schema', 'JSON', 'JSON Schema of a profile. Null: texts by category.'),
    customInstructions: t.stringOrNull(
      'customInstructions',
      'Instructions for the language model that generates profiles. Null: none.',
    ),
  }),
});

const ProfileOperationType = builder.enumType('ProfileOperation', {
  description: 'Which profiles a job generates.',
  values: {
    TRIGGER: { value: 'trigger', description: 'The profile of one user.' },
    SAMPLE: { value: 'sample', description: 'Profiles of a sample of users.' },
    REFRESH: { value: 'refresh', description: 'Profiles that were out of date.' },
  } as const,
});

const ProfileJob = builder.objectRef<ProfileJobRow>('ProfileJob').implement({
  description: 'A background job that generates profiles.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'ID of the job, `pjob_…`.', resolve: ({ id }) => toTypedId('pjob', id) }),
    operation: t.expose('operation', { type: ProfileOperationType, description: 'Which profiles the job generates.' }),
    userIds: t.exposeStringList('entityNames', { description: 'IDs of the users whose profiles the job generates.' }),
    succeededCount: t.exposeInt('succeeded', { description: 'Number of generated profiles.' }),
    failedCount: t.exposeInt('failed', { description: 'Number of profiles that could not be generated.' }),
    skippedCount: t.exposeInt('skipped', { description: 'Number of users without memories.' }),
    event: t.field({
      type: Event,
      description: 'Event of the job, with its status and progress.',
      resolve: async (job, _args, ctx) => {
        return orNotFound(await loaders(ctx).event(job.projectId).load(job.id), 'Event');
      },
    }),
    createdAt: t.time('createdAt', 'When the job was requested.'),
  }),
});

builder.queryFields((t) => ({
  profile: t.field({
    type: Profile,
    nullable: true,
    description: 'Finds the profile of a user. Null with the error NOT_FOUND if the project has no such user.',
    args: {
      projectId: t.arg.id(projectOption),
      userId: t.arg.string({ required: true, description: 'ID of the user, as in `Memory.userId`.' }),
    },
    resolve: (_root, { projectId, userId }, ctx) =>
      withFieldNames({ entityId: 'userId' }, async () =>
        getProfile(ctx, { projectId: await getChosenProject(ctx, projectId), userId }),
      ),
  }),
  profileSettings: t.field({
    type: ProfileSettings,
    description: 'Returns the settings for user profiles of a project.',
    args: { projectId: t.arg.id(projectOption) },
    resolve: async (_root, args, ctx) => getProfileSettings(ctx, await inChosenProject(ctx, args)),
  }),
  profileJob: t.field({
    type: ProfileJob,
    nullable: true,
    description: 'Finds a profile job by its ID. Null with the error NOT_FOUND if you cannot see one.',
    args: { id: t.arg.id({ required: true, description: 'ID of the job, `pjob_…`, or the ID of its event.' }) },
    resolve: (_root, { id }, ctx) => getProfileJob(ctx, { id: toUuid(fromTypedId('pjob', id)) }),
  }),
}));

const GenerateProfilesInput = inputOf('generateProfiles', (t) => ({
  projectId: t.id(projectOption),
  userId: t.string({
    description: 'ID of the user to generate a profile for. Default: a sample of recently active users.',
  }),
  limit: t.int({ required: true, defaultValue: 10, description: 'Size of the sample, 1 to 10.' }),
}));

const GenerateProfilesPayload = payloadOf<AcceptedProfileJob>('generateProfiles', (t) => ({
  profileJob: t.expose('job', { type: ProfileJob, description: 'The job that generates the profiles.' }),
}));

const UpdateProfileSettingsInput = inputOf(
  'updateProfileSettings',
  (t) => ({
    projectId: t.id(projectOption),
    isEnabled: t.boolean({ description: 'Enables or disables profiles in the project.' }),
    schema: t.field({
      type: 'JSON',
      description: 'New JSON Schema of a profile. Every property requires a description.',
    }),
    customInstructions: t.string({ description: 'New instructions for the language model that generates profiles.' }),
  }),
  'An absent field stays unchanged; null clears the field.',
);

builder.mutationFields((t) => ({
  generateProfiles: t.field({
    type: GenerateProfilesPayload,
    description: `Generates the profile of one user, or of a sample of users, in the background. ${toRequirement('profile:write')}`,
    ...t.change(GenerateProfilesInput, 'The user, or the size of the sample.', [ConflictError]),
    resolve: (_root, { input }, ctx) =>
      withFieldNames({ entityId: 'userId' }, async () => orderProfiles(ctx, await inChosenProject(ctx, input))),
  }),
  updateProfileSettings: t.field({
    type: objectPayload(
      'updateProfileSettings',
      ['profileSettings', ProfileSettings],
      'The settings after the change.',
    ),
    description: `Changes the settings for user profiles of a project. ${toRequirement('project:update')}`,
    ...t.change(UpdateProfileSettingsInput, 'The settings to change.'),
    resolve: (_root, { input: { isEnabled: enabled, ...input } }, ctx) =>
      withFieldNames({ enabled: 'isEnabled' }, async () =>
        updateProfileSettings(ctx, { ...(await inChosenProject(ctx, input)), enabled }),
      ),
  }),
}));
