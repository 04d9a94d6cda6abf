import { z } from 'zod';
import { meterModel, addModelTokens } from '@memory-gateway/meter';
import { loggable } from '../loggable.js';
import { OutboundError, type Outbound } from '@memory-gateway/outbound';
import { providerFailure, type ProviderFailure } from '../errors.js';
import { UpstreamFailedError } from '@memory-gateway/errors';
import { RERANKED_CHARACTERS, type RemoteRerankConfig, type RerankProvider, type Reranker } from './types.js';

const formats: Readonly<
  Record<RerankProvider, { readonly url: string; readonly limit: 'top_n' | 'top_k'; readonly extra?: object }>
> = {
  cohere: { url: 'https://api.cohere.com/v2', limit: 'top_n' },
  jina: { url: 'https://api.jina.ai/v1', limit: 'top_n', extra: { return_documents: false } },
  voyage: { url: 'https://api.voyageai.com/v1', limit: 'top_k', extra: { truncation: true } },
  // The format of vLLM, LiteLLM, Infinity and others, based on that of Cohere.
  compatible: { url: '', limit: 'top_n' },
};

const Scores = z.array(z.object({ index: z.number().int().min(0), relevance_score: z.number() }));
const Answer = z
  .object({
    results: Scores.optional(),
    data: Scores.optional(),
    usage: z.object({ total_tokens: z.number().optional() }).nullish(),
  })
  .transform(({ results, data, usage }) => ({ scores: results ?? data ?? [], tokens: usage?.total_tokens }));

/** Creates a provider's reranker. It makes one HTTP request without retries, because a search waits for it. */
export function createRemoteReranker(config: RemoteRerankConfig, outbound: Outbound): Reranker {
  const { provider, model, apiKey } = config;
  const called = { provider, model };
  const { url, limit, extra } = formats[provider];
  const call = async (query: string, documents: readonly string[]): Promise<string> => {
    const { status, body } = await outbound.request({
      url: `${config.baseUrl ?? url}/rerank`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, query, documents, [limit]: documents.length, ...extra }),
      timeoutMs: config.timeoutMs,
    });
    if (status !== 200) throw providerFailure(failureOf(status), called, `The provider answered ${status}.`);
    return body.toString('utf8');
  };
  return {
    id: `${provider}/${model}`,
    async rerank(query, texts) {
      if (texts.length === 0) return [];
      try {
        // Providers reject half a surrogate pair.
        const documents = texts.map((text) => text.slice(0, RERANKED_CHARACTERS).toWellFormed());
        const answer = Answer.safeParse(parseJson(await meterModel('reranking', () => call(query, documents))));
        const scores = answer.success ? placeScores(answer.data.scores, texts.length) : null;
        if (!answer.success || !scores) throw providerFailure('provider_bad_answer', called);
        addModelTokens(answer.data.tokens);
        return toShares(scores);
      } catch (error) {
        if (error instanceof UpstreamFailedError) throw error;
        const reason =
          error instanceof OutboundError && error.failure !== 'timeout' ? 'provider_unavailable' : 'provider_timeout';
        throw new UpstreamFailedError(`${provider}/${model} cannot be reached.`, {
          reason,
          cause: loggable([error], apiKey),
        });
      }
    },
  };
}

function failureOf(status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'provider_auth_failed';
  if (status === 429) return 'provider_rate_limited';
  return status >= 500 ? 'provider_unavailable' : 'provider_bad_request';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Returns scores in the order of the texts. Null unless each text has one. */
function placeScores(scores: z.infer<typeof Scores>, count: number): number[] | null {
  const placed = new Map(scores.map(({ index, relevance_score: score }) => [index, score]));
  const ordered = Array.from({ length: count }, (_, index) => placed.get(index));
  return ordered.every((score) => score !== undefined) ? ordered : null;
}

/** Maps scores to 0..1. Some models return logits, to which it applies the logistic function. */
function toShares(scores: readonly number[]): number[] {
  if (scores.every((score) => score >= 0 && score <= 1)) return [...scores];
  return scores.map((score) => 1 / (1 + Math.exp(-score)));
}
