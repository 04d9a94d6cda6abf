import { findEvent } from '../resolvers/event/get-event.js';
import { getProfileJob } from '../resolvers/profile/get-profile-job.js';
import { orderProfiles, type AcceptedProfileJob } from '../resolvers/profile/order-profiles.js';
import { getProfile, type UserProfile } from '../resolvers/profile/get-profile.js';
import { getProfileSettings, updateProfileSettings } from '../resolvers/profile/profile-settings.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { ProfileJobRow } from '../stores/profile/profile-job-store.js';
import type { ProfileSettingsRow } from '../stores/profile/profile-store.js';
import { builder } from './builder.js';
import { mutationErrors, withFieldNames } from './errors.js';
import { Event } from './event.js';

const projectArg = { description: 'The project; left out: the one that the API key opens.' } as const;

const ProfileStatusType = builder.enumType('ProfileStatus', {
  description: 'How far a profile is.',
  values: {
    SUCCEEDED: { description: 'Made.' },
    PENDING: { description: 'Not made yet, or to be made anew.' },
    FAILED: { description: 'It could not be made; `error` tells why.' },
    NOT_ENABLED: { description: 'The project wants no profiles.' },
    INSUFFICIENT_DATA: { description: 'The user has no memories to make it of.' },
  } as const,
});

const Profile = builder.objectRef<UserProfile>('Profile').implement({
  description: 'What is known of a user, in short.',
  fields: (t) => ({
    userId: t.exposeString('userId', { description: 'The user.' }),
    status: t.expose('status', { type: ProfileStatusType, description: 'How far it is.' }),
    profile: t.expose('profile', {
      type: 'JSON',
      description:
        "The profile, in the shape of the project's schema, otherwise texts by category; `{}` unless it has succeeded.",
    }),
    generationCount: t.exposeInt('generationCount', { description: 'How often it was made.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last made; null: never.',
    }),
  }),
});

const ProfileSettings = builder.objectRef<ProfileSettingsRow>('ProfileSettings').implement({
  description: 'How profiles are made in a project.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', { description: 'Whether profiles are made.' }),
    schema: t.expose('schema', {
      type: 'JSON',
      nullable: true,
      description: "JSON Schema of a user's profile; null: texts by category.",
    }),
    customInstructions: t.exposeString('customInstructions', {
      nullable: true,
      description: 'Instructions for a model.',
    }),
  }),
});

const ProfileOperationType = builder.enumType('ProfileOperation', {
  description: 'What an order for profiles is about.',
  values: {
    TRIGGER: { value: 'trigger', description: 'One user.' },
    SAMPLE: { value: 'sample', description: 'Some users, to look at the result.' },
    REFRESH: { value: 'refresh', description: 'Users whose profiles were out of date.' },
  } as const,
});

const ProfileJob = builder.objectRef<ProfileJobRow>('ProfileJob').implement({
  description: 'An order to make profiles.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id; also that of its event.' }),
    operation: t.expose('operation', { type: ProfileOperationType, description: 'What it is about.' }),
    userIds: t.stringList({ description: 'The users.', resolve: (job) => [...job.entityNames] }),
    succeeded: t.exposeInt('succeeded', { description: 'Profiles that were made.' }),
    failed: t.exposeInt('failed', { description: 'Profiles that could not be made.' }),
    skipped: t.exposeInt('skipped', { description: 'Users without memories.' }),
    event: t.field({
      type: Event,
      description: 'Its state and progress.',
      resolve: (job, _args, ctx) => findEvent(ctx, { id: job.id }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
  }),
});

builder.queryFields((t) => ({
  profile: t.field({
    type: Profile,
    description: 'The profile of a user. NOT_FOUND when the project knows no such user.',
    args: { projectId: t.arg.id(projectArg), userId: t.arg.string({ required: true, description: 'The user.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { projectId, userId }, ctx) =>
      withFieldNames({ entityId: 'userId' }, async () =>
        getProfile(ctx, { projectId: await chosenProject(ctx, projectId), userId }),
      ),
  }),
  profileSettings: t.field({
    type: ProfileSettings,
    description: 'How profiles are made in a project.',
    args: { projectId: t.arg.id(projectArg) },
    authScopes: { signedIn: true },
    resolve: async (_root, { projectId }, ctx) =>
      getProfileSettings(ctx, { projectId: await chosenProject(ctx, projectId) }),
  }),
  profileJob: t.field({
    type: ProfileJob,
    description: 'One order for profiles. NOT_FOUND when there is none with this id that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Id, a UUID.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { id }, ctx) => getProfileJob(ctx, { id }),
  }),
}));

const GenerateProfilesInput = builder.inputType('GenerateProfilesInput', {
  description: 'Users to make profiles of.',
  fields: (t) => ({
    projectId: t.id(projectArg),
    userId: t.string({ description: 'The user; left out: a sample of those that were written for lately.' }),
    limit: t.int({ description: 'Size of the sample, 1 to 10; 10 when left out.' }),
  }),
});

const ProfileJobPayload = builder.objectRef<AcceptedProfileJob>('ProfileJobPayload').implement({
  description: 'The order was accepted.',
  fields: (t) => ({
    job: t.expose('job', { type: ProfileJob, description: 'The order.' }),
  }),
});

const UpdateProfileSettingsInput = builder.inputType('UpdateProfileSettingsInput', {
  description: 'Settings to change. What is left out stays; null clears.',
  fields: (t) => ({
    projectId: t.id(projectArg),
    enabled: t.boolean({ description: 'Whether profiles are made.' }),
    schema: t.field({
      type: 'JSON',
      description: "JSON Schema of a user's profile. Every property needs a description.",
    }),
    customInstructions: t.string({ description: 'Instructions for a model.' }),
  }),
});

const ProfileSettingsPayload = builder.objectRef<ProfileSettingsRow>('ProfileSettingsPayload').implement({
  description: 'The settings after the change.',
  fields: (t) => ({
    settings: t.field({ type: ProfileSettings, description: 'The settings.', resolve: (settings) => settings }),
  }),
});

builder.mutationFields((t) => ({
  generateProfiles: t.field({
    type: ProfileJobPayload,
    errors: mutationErrors,
    description: 'Makes the profile of one user, or of some, in the background.',
    args: { input: t.arg({ type: GenerateProfilesInput, required: true, description: 'Whose.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) =>
      withFieldNames({ entityId: 'userId' }, async () =>
        orderProfiles(ctx, { ...input, projectId: await chosenProject(ctx, input.projectId) }),
      ),
  }),
  updateProfileSettings: t.field({
    type: ProfileSettingsPayload,
    errors: mutationErrors,
    description: 'Changes how profiles are made.',
    args: { input: t.arg({ type: UpdateProfileSettingsInput, required: true, description: 'The changes.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) =>
      updateProfileSettings(ctx, { ...input, projectId: await chosenProject(ctx, input.projectId) }),
  }),
}));
