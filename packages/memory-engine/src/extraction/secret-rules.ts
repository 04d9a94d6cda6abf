export const SECRET_MARK = '[secret removed]';

export interface SecretRule {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Key prefixes of providers, based on the rules of gitleaks: the prefix, then a minimum length of the token. */
const PREFIXES: readonly (readonly [string, string, number])[] = [
  ['OpenAI or compatible', 'sk-(?:proj-|svcacct-|admin-|or-v1-|ant-(?:api|admin)\\d\\d-)?', 16],
  ['Stripe', '(?:sk|pk|rk)_(?:test|live|prod)_', 10],
  ['Stripe webhook', 'whsec_', 16],
  ['AWS access key', '(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])', 12],
  ['GitHub', '(?:ghp|gho|ghu|ghs|ghr)_|github_pat_', 20],
  ['GitLab', 'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct|rtr)-', 16],
  ['Slack', 'xox[abeoprs]-|xapp-|xoxe\\.xox[bp]-', 10],
  ['Google API key', 'AIza', 30],
  ['Google OAuth', 'ya29\\.|GOCSPX-|1//0', 16],
  ['npm', 'npm_', 20],
  ['PyPI', 'pypi-', 16],
  ['RubyGems', 'rubygems_', 20],
  ['SendGrid', 'SG\\.', 20],
  ['Mailgun or Mailchimp', 'key-|pubkey-', 24],
  ['Twilio', '(?:SK|AC)(?=[0-9a-f]{32}\\b)', 32],
  ['Shopify', 'shp(?:at|ca|pa|ss)_', 20],
  ['Square', 'sq0(?:atp|csp|idp)-|EAAA', 20],
  ['DigitalOcean', 'do(?:p|o|r)_v1_', 20],
  ['Doppler', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.', 20],
  ['Databricks', 'dapi', 30],
  ['Hugging Face', 'hf_|api_org_', 20],
  ['Replicate', 'r8_', 20],
  ['Groq', 'gsk_', 20],
  ['xAI', 'xai-', 20],
  ['Perplexity', 'pplx-', 20],
  ['Fireworks, Tavily, Jina, Voyage or Cohere', '(?:fw|tvly|jina|pa|co)[_-](?=[A-Za-z0-9_-]{0,80}\\d)', 20],
  ['Mem0 or memory-gateway', 'm0-|m0sk_|mg_', 16],
  ['Linear', 'lin_(?:api|oauth)_', 20],
  ['Notion', 'secret_|ntn_', 20],
  ['Atlassian', 'ATATT3|ATCTT3', 20],
  ['Airtable', 'pat(?=[A-Za-z0-9]{14}\\.)', 16],
  ['Asana or Figma', 'figd_|figo_|0/', 24],
  ['Discord bot', '[MNO][A-Za-z\\d]{23,27}\\.[\\w-]{6}\\.', 20],
  ['Telegram bot', '\\d{8,10}:AA', 30],
  ['Facebook', 'EAA[A-Z]', 20],
  ['Dropbox', 'sl\\.', 40],
  ['Heroku or Vault', 'HRKU-|hv[sbr]\\.', 20],
  ['Terraform', '[a-z0-9]{14}\\.atlasv1\\.', 20],
  ['Pulumi', 'pul-', 30],
  ['Grafana', 'glc_|glsa_|eyJrIjoi', 20],
  ['New Relic', 'NRAK-|NRJS-|NRII-|NRAL-', 16],
  ['Dynatrace', 'dt0[a-z]\\d\\d\\.', 20],
  ['Sentry', 'sntrys_|sntryu_', 20],
  ['PlanetScale', 'pscale_(?:pw|tkn|oauth)_', 20],
  ['Supabase', 'sbp_|sb_(?:secret|publishable)_', 16],
  ['Postman', 'PMAK-', 20],
  ['Prefect or Readme', 'pnu_|rdme_', 20],
  ['Typeform', 'tfp_', 20],
  ['Flutterwave', 'FLWSECK(?:_TEST)?-', 12],
  ['EasyPost or Duffel', 'EZ[AT]K|duffel_(?:test|live)_', 20],
  ['Frame.io or Clojars', 'fio-u-|CLOJARS_', 20],
  ['Age', 'AGE-SECRET-KEY-1', 20],
  ['1Password', 'ops_eyJ|A3-', 20],
  ['Alibaba', 'LTAI', 12],
  ['Tencent', 'AKID', 16],
  ['Yandex', 't1\\.|AQVN|YC[a-zA-Z0-9_-]', 30],
  ['Adobe or Intra42', 'p8e-|s-s4t2(?:ud|af)-', 20],
  ['HubSpot', 'pat-(?:na|eu)\\d-', 20],
  ['Vercel or Netlify', 'vcp_|vck_|nfp_', 20],
  ['Docker', 'dckr_(?:pat|oat)_', 16],
  ['Fly.io', 'fo1_|fm[12][ar]?_', 20],
  ['Zapier, Intercom, Plaid or Okta', 'access-(?:sandbox|production|development)-|dG9rO|00(?=[\\w-]{40}$)', 20],
  ['Ethereum key', '0x(?=[0-9a-fA-F]{64}\\b)', 64],
];

const UNSPACED_SECRET_WORDS = '密码|密碼|パスワード|暗証番号|비밀번호|كلمة السر|كلمة المرور';

const SIDES = 'left|right|links|rechts|gauche|droite|izquierda|derecha|sinistra|destra|esquerda|direita';
const THEN = '(?:and |und |et |y |e |en )?(?:then|dann|puis|luego|poi|depois|dan)|and|und|et|y|e|en';
/** "Right to 15", "à gauche 23" */
const SIDE_NUMBER = String.raw`(?:(?:à|a la|to the|nach|naar|alla|para a) )?(?:${SIDES})(?: (?:to|auf|bis|à|hasta(?: el)?|a|fino a|al?|até(?: o)?|tot|naar|op))? \d{1,2}`;

const KEY_NAMES = 'pass(?:word|wd|phrase|code)?|pwd|secret|(?:secret|access|api|private)[_.-]?key';
const KEY_OF =
  '(?:secret|access|api|auth|private|client|refresh|signing|encryption|account|master|bot|session|jwt)[_.-]?(?:access[_.-]?)?(?:key|token|secret)';
/** Values that say nothing, and references to where the value is. */
const NO_VALUE =
  '(?:true|false|null|none|undefined|required|optional|string|yes|no|on|off)(?![\\w-])|[$<*]|process\\.|os\\.|\\[secret';
const valueOf = (key: string) =>
  new RegExp(
    `(?<=${key}["'])[^"'\\n]{1,200}(?=["'])|(?<=${key.replace('\\1', '\\2')})(?!${NO_VALUE})[^\\s"',;&}]{3,}`,
    'giu',
  );

/** Formats that are secrets on their own. `named-secrets.ts` finds values that a sentence names. */
export const SECRET_RULES: readonly SecretRule[] = [
  ...PREFIXES.map(([name, prefix, length]) => ({
    name,
    pattern: new RegExp(`(?<![A-Za-z0-9])(?:${prefix})[A-Za-z0-9_\\-=./+]{${length},}`, 'gu'),
  })),
  {
    name: 'private key',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/gu,
  },
  { name: 'JSON web token', pattern: /\beyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/gu },
  { name: 'address with a password', pattern: /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]*:[^\s/@]+@\S+/giu },
  {
    name: 'word, sign and number',
    pattern:
      /(?<![\p{L}\p{N}@#/:._-])(?:\p{L}{2,19}\p{Ll}\d{0,4}[!$]{1,3}\d{2,8}|(?<=[:/] )\p{L}{2,19}\p{Ll}[!$]\p{Lu}\p{Ll}{2,20}\d{1,4}|\p{Lu}\p{Ll}{0,9}\d\p{Ll}{2,9}[!$]\p{Lu}\p{Ll}{2,20}\d{0,4})(?![\p{L}\p{N}@])/gu,
  },
  {
    name: 'password of a command',
    pattern:
      /(?<=\b(?:curl|https?)\s(?:[^\n]{0,80}\s)?(?:-[ua]|--user|--auth)[ =]?["']?\p{L}[^\s:/]{0,60}:|(?:^|\s)--(?:[\w-]{1,20}-)?pass(?:word|wd)?[ =]["']?|\bmysql(?:dump)?\s(?:[^\n]{0,80}\s)?-p["']?|\b(?:sshpass|docker login)\s(?:[^\n]{0,80}\s)?-p ?["']?|\bredis-cli\s(?:[^\n]{0,80}\s)?-a ["']?)(?!\[secret removed\]|(?:flags?|options?|arguments?|parameters?|switch)(?![\w-]))[^\s"'$-][^\s"']{2,}/gu,
  },
  { name: 'bearer token', pattern: /\b(?:bearer|basic|token)\s+[A-Za-z0-9_\-.=+/]{16,}/giu },
  { name: 'connection string', pattern: /\b(?:AccountKey|SharedAccessKey|Password|Pwd|sig)=[^\s;&]{6,}/gu },
  {
    name: 'Slack or Discord webhook',
    pattern:
      /https:\/\/(?:hooks\.slack\.com\/\S+|discord(?:app)?\.com\/api\/webhooks\/\S+|\S{0,200}webhook\.office\.com\/\S+)/giu,
  },
  {
    name: 'social security number',
    pattern:
      /(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])|(?<=\b(?:ssn|social security(?: number| no\.?)?)\b[^\d\n]{0,12})\d{3}[ .]\d{2}[ .]\d{4}\b/giu,
  },
  {
    name: 'named secret without spaces',
    pattern: new RegExp(`(?:${UNSPACED_SECRET_WORDS})[^\\n]{0,4}?\\s*[\\w!@#$%^&*.-]{3,}`, 'giu'),
  },
  {
    name: 'number joined to its name',
    pattern: /(?<=(?<![\p{L}\p{N}_])(?:pin|pwd?|passwor[dt]|mdp|cvv|cvc|puk))\d{3,12}(?![\p{L}\p{N}])/giu,
  },
  {
    name: 'turns of a dial',
    pattern:
      /(?<!\d)\d{1,2} (?:left|right|links|rechts|gauche|droite|izquierda|derecha|sinistra|destra|esquerda|direita)(?:,? (?:then |dann |puis |luego |poi |depois |dan )?\d{1,2} (?:left|right|links|rechts|gauche|droite|izquierda|derecha|sinistra|destra|esquerda|direita)){2,6}/giu,
  },
  {
    name: 'sides and numbers of a dial',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])${SIDE_NUMBER}(?:,? (?:(?:${THEN}) )?${SIDE_NUMBER}){2,6}(?!\d)`,
      'giu',
    ),
  },
  {
    name: 'assigned secret',
    pattern:
      /\b(?:[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|_PASS|PWD|CREDENTIALS?)\s*[=:]\s*|(?:TOKEN|SECRET|PASSWD)=)\S+/gu,
  },
  {
    name: 'value of a key in a configuration',
    pattern: valueOf(
      `(?<![a-z\\d])(?:(?:[a-z\\d]{1,20}[_.-]){1,4}(?:${KEY_NAMES})|${KEY_OF})["']?\\s{0,4}[=:]\\s{0,4}`,
    ),
  },
  {
    name: 'value of a key in quotes',
    pattern: valueOf(`\\1(?:[a-z\\d]{1,20}[_.-]?){0,3}(?:${KEY_NAMES}|token|pin|cvv|cvc|otp)(["'])\\s{0,4}:\\s{0,4}`),
  },
  {
    name: 'secret element',
    pattern: /(?<=<(?:\w{1,20}[:._-])?(?:password|passwd|pwd|secret|token|api-?key)>)[^<\s]{1,200}(?=<\/)/giu,
  },
];
