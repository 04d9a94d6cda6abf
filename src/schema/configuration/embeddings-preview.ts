import {
  previewEmbeddings,
  type EmbeddingsPreview,
  type EmbeddingTrial,
  type TextSimilarity,
} from '../../resolvers/configuration/preview-embeddings.js';
import { builder } from '../builder.js';
import { inputOf, payloadOf } from '../shared/mutation-types.js';
import { EmbedderInput } from './configuration-mutations.js';

const TextSimilarityType = builder.objectRef<TextSimilarity>('TextSimilarity').implement({
  description: 'How similar the embeddings of two texts are.',
  fields: (t) => ({
    first: t.exposeInt('first', { description: 'Position of one text in the input, from 0.' }),
    second: t.exposeInt('second', { description: 'Position of the other text in the input, from 0.' }),
    similarity: t.exposeFloat('similarity', { description: 'Cosine similarity of the two embeddings, -1 to 1.' }),
  }),
});

const EmbeddingTrialType = builder.objectRef<EmbeddingTrial>('EmbeddingTrial').implement({
  description: 'Result of embedding a few texts with one embedding model.',
  fields: (t) => ({
    model: t.exposeString('model', {
      description: 'Provider, model and dimensions, such as `openai/text-embedding-3-small@1536`.',
    }),
    dimensions: t.exposeInt('dimensions', { description: 'Dimensions of the embeddings.' }),
    latencyMs: t.exposeFloat('latencyMs', {
      description: 'Duration of the call that embedded all texts, in milliseconds.',
    }),
    similarities: t.expose('similarities', {
      type: [TextSimilarityType],
      description: 'Similarity of each pair of texts, in the order of the input.',
    }),
  }),
});

const PreviewEmbeddingsInput = inputOf('previewEmbeddings', (t) => ({
  embedder: t.field({
    type: EmbedderInput,
    description: 'Edited settings of the embedding model. An absent setting stays as stored.',
  }),
  texts: t.stringList({ required: true, description: 'Texts to embed, 2 to 5 of at most 2,000 characters each.' }),
}));

const PreviewEmbeddingsPayload = payloadOf<EmbeddingsPreview>(
  'previewEmbeddings',
  (t) => ({
    stored: t.exposeOrNull(
      'stored',
      EmbeddingTrialType,
      'Result with the stored settings. Null if the settings are the same, no embedding model is stored, or the stored one fails.',
    ),
    edited: t.expose('edited', { type: EmbeddingTrialType, description: 'Result with the edited settings.' }),
  }),
  'Nothing is stored.',
);

builder.queryField('previewEmbeddings', (t) =>
  t.field({
    type: PreviewEmbeddingsPayload,
    description:
      'Embeds a few texts with stored and with edited settings of the embedding model. If the edited model fails, the error is UPSTREAM_FAILED. Requires the role ADMIN.',
    args: t.inputArg(PreviewEmbeddingsInput, 'The settings, and the texts.'),
    resolve: (_root, { input }, ctx) => previewEmbeddings(ctx, input),
  }),
);
