import { loadConfig, type Environment } from '../../src/config.js';
import { startFakeProvider, type FakeProvider, type Trouble } from '../helpers/fake-provider/index.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { flatClient, jobsDone, type FlatCall } from '../self-hosted/flat-client.js';

/** The product, providers that it may call, and the admin as a client of the flat paths. */
export interface ProviderApp {
  readonly test: TestApp;
  readonly fake: FakeProvider;
  /** As the admin. */
  readonly call: FlatCall;
  /** Brings database, providers and configuration back to how they were at the start. */
  reset(): Promise<void>;
  /** This trouble for so many calls from now on. */
  trouble(trouble: Trouble, times?: number): void;
  close(): Promise<void>;
}

/** Starts both. `environment` may be made of the addresses of the providers. */
export async function startProviderApp(environment: (fake: FakeProvider) => Environment = () => ({})): Promise<ProviderApp> {
  const fake = await startFakeProvider();
  const { key, dimension, answer } = fake;
  const { providers, outboundAllow } = loadConfig({ OUTBOUND_ALLOW: 'loopback', PROVIDER_RETRIES: '0', ...environment(fake) });
  const test = await startTestApp({ providers, outboundAllow });
  return {
    test,
    fake,
    call: flatClient(test.app, { 'x-api-key': test.admin.apiKey }),
    async reset() {
      Object.assign(fake, { key, dimension, answer, trouble: null });
      await jobsDone(test.app);
      await test.reset();
      await test.app.services.providers.refresh();
      fake.requests.length = 0;
    },
    trouble(trouble, times = Infinity) {
      let left = times;
      fake.trouble = () => (left-- > 0 ? trouble : null);
    },
    async close() {
      await test.close();
      await fake.close();
    },
  };
}

/** Jobs that wait to be tried again need wait no longer. */
export async function hurry({ test }: ProviderApp): Promise<void> {
  await test.app.services.database.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()");
}

/** What is stored of the configuration, as text; null: nothing is. */
export async function storedText({ test }: ProviderApp): Promise<string | null> {
  const [row] = await test.app.services.database.query<{ row: string }>("SELECT row_to_json(s)::text AS row FROM settings s WHERE key = 'config_overrides'");
  return row?.row ?? null;
}
