/** A sentence with a secret in it. */
export interface SecretText {
  readonly text: string;
  readonly secret: string;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Generates random characters that are equal in every run. */
function createRandom(seed: number): (length: number, alphabet?: string) => string {
  let state = seed;
  return (length, alphabet = letters) =>
    Array.from({ length }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return alphabet[state % alphabet.length] ?? 'x';
    }).join('');
}

/** Prefixes and lengths of provider keys. Assembled at run time, so that secret scanners find no key in this file. */
const prefixed: readonly (readonly [string, number])[] = [
  ...[
    'sk-',
    'sk-proj-',
    'sk-ant-api03-',
    'sk-or-v1-',
    'sk_live_',
    'sk_test_',
    'rk_live_',
    'pk_live_',
    'whsec_',
    'gsk_',
    'xai-',
  ],
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-'],
  ...['npm_', 'pypi-', 'rubygems_', 'SG.', 'key-', 'hf_', 'r8_', 'pplx-', 'fw_', 'tvly-', 'jina_', 'pa-', 'm0-'],
  ...['lin_api_', 'lin_oauth_', 'secret_', 'ntn_', 'ATATT3', 'ATCTT3', 'figd_', 'shpat_', 'shpca_', 'shppa_', 'shpss_'],
  ...['sq0atp-', 'sq0csp-', 'dop_v1_', 'doo_v1_', 'dor_v1_', 'dp.pt.', 'dp.st.', 'dapi', 'hvs.', 'hvb.', 'pul-'],
  ...[
    'glc_',
    'glsa_',
    'NRAK-',
    'NRJS-',
    'NRII-',
    'sntrys_',
    'sntryu_',
    'pscale_pw_',
    'pscale_tkn_',
    'sbp_',
    'sb_secret_',
  ],
  ...[
    'PMAK-',
    'pnu_',
    'rdme_',
    'tfp_',
    'FLWSECK-',
    'FLWSECK_TEST-',
    'EZAK',
    'EZTK',
    'duffel_live_',
    'fio-u-',
    'CLOJARS_',
  ],
  ...[
    'AGE-SECRET-KEY-1',
    'LTAI',
    'AKID',
    'p8e-',
    's-s4t2ud-',
    'pat-na1-',
    'vcp_',
    'nfp_',
    'dckr_pat_',
    'fo1_',
    'HRKU-',
  ],
  ...[
    'access-sandbox-',
    'access-production-',
    'xoxb-',
    'xoxp-',
    'xoxa-',
    'xapp-',
    'AIza',
    'ya29.',
    'GOCSPX-',
    'EAACEdEose',
  ],
].map((prefix) => [prefix, 36] as const);

const nouns: readonly string[] = [
  ...[
    'My API key is',
    'my password is',
    'The wifi password is',
    'Password:',
    'pwd =',
    'my passphrase is',
    'API_KEY=',
    'Our token is',
  ],
  ...[
    'my access token is',
    'The client secret is',
    'client_secret:',
    'my PIN is',
    'PIN code is',
    'The CVV is',
    'the security code is',
  ],
  ...[
    'my verification code is',
    'the one-time code is',
    'OTP is',
    'recovery code is',
    'Mein Passwort ist',
    'Das Kennwort lautet',
  ],
  ...[
    'Mon mot de passe est',
    'Mi contraseña es',
    'Minha senha é',
    'Mijn wachtwoord is',
    'Мой пароль: ',
    '我的密码是 ',
    'パスワードは ',
  ],
  ...[
    'DB_PASSWORD=',
    'export SECRET_TOKEN=',
    'auth token is',
    'my secret key is',
    'my private key is',
    'credentials:',
    'bearer token is',
  ],
];

const valuesOfNamed: readonly ((random: ReturnType<typeof createRandom>) => string)[] = [
  (random) => `${random(5, 'abcdefghkmnp')}${random(3, '23456789')}`,
  (random) => random(6, '123456789'),
];

/**
 * Returns sentences with one secret each: provider keys, named secrets, cards, accounts, URLs with passwords, key
 * files.
 */
export function secretTexts(): SecretText[] {
  const random = createRandom(20_260_101);
  const fromPrefix = prefixed.map(([prefix, length]) => prefix + random(length));
  const texts = fromPrefix.map((secret) => ({ text: `I use ${secret} for my project.`, secret }));
  const named = nouns.flatMap((noun) =>
    valuesOfNamed.map((make) => make(random)).map((secret) => ({ text: `${noun} ${secret}`, secret })),
  );
  return [...texts, ...named, ...others(random)];
}

function others(random: ReturnType<typeof createRandom>): SecretText[] {
  const hex = '0123456789abcdef';
  const plain = [
    `AKIA${random(16, 'ABCDEFGHIJKLMNOP234567')}`,
    `ASIA${random(16, 'ABCDEFGHIJKLMNOP234567')}`,
    ...['4111 1111 1111 1111', '5555-5555-5555-4444', '378282246310005', '6011111111111117', '3530111333300000'],
    ...[
      'DE89370400440532013000',
      'NL91 ABNA 0417 1643 00',
      'GB29 NWBK 6016 1331 9268 19',
      'FR1420041010050500013M02606',
    ],
    ...['078-05-1120', '219-09-9999'],
    `eyJ${random(20)}.${random(40)}.${random(30)}`,
    `SK${random(32, hex)}`,
    `AC${random(32, hex)}`,
    `${random(9, '123456789')}:AA${random(33)}`,
    `0x${random(64, hex)}`,
    random(40),
    random(64, hex),
    `${random(32)}==`,
    `https://hooks.slack.com/services/T${random(8)}/B${random(8)}/${random(24)}`,
    `postgres://admin:${random(12)}@db.example.org:5432/app`,
    `mongodb+srv://rosa:${random(12)}@cluster0.example.net`,
    `https://rosa:${random(10)}@example.org/private`,
    `AccountKey=${random(40)}`,
    `Bearer ${random(32)}`,
  ].map((secret) => ({ text: `Here is what I use every day: ${secret}`, secret }));
  const file = random(60);
  const keys = ['RSA', 'EC', 'OPENSSH', 'DSA', 'ENCRYPTED'].map((kind) => ({
    text: `-----BEGIN ${kind} PRIVATE KEY-----\n${file}\n-----END ${kind} PRIVATE KEY-----`,
    secret: file,
  }));
  return [...plain, ...keys];
}
