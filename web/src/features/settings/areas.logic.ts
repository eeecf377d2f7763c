// The pages of the settings, in the order of the list at the left: one table for the list, the palette and the addresses.
export interface SettingsArea {
  page: string
  title: string
  group: 'You' | 'Workspace' | 'Providers and money' | 'Installation'
  /** One sentence at the head of the page. */
  about: string
  /** More words to find it by. */
  words?: string
}

const areas = [
  {
    page: 'profile',
    title: 'Profile',
    group: 'You',
    about: 'Your name, your picture and your password. They are the same in every workspace.',
    words:
      'change password username picture account 2fa two-factor authenticator totp mfa passkey recovery codes security',
  },
  {
    page: 'sessions',
    title: 'Sessions',
    group: 'You',
    about: 'Where you are signed in. Sign out unknown devices.',
    words: 'devices sign out logins',
  },
  {
    page: 'workspaces',
    title: 'Your workspaces',
    group: 'You',
    about: 'Every workspace that you belong to: members, spending, failed runs and missing keys.',
    words: 'agency clients overview all workspaces switch tenants organizations budgets keys accounts',
  },
  {
    page: 'about',
    title: 'About',
    group: 'You',
    about: 'Version and licenses.',
    words: 'version licence license open source notices packages',
  },
  {
    page: 'general',
    title: 'General',
    group: 'Workspace',
    about: 'Name, icon and ownership of this workspace.',
    words: 'rename icon logo transfer leave delete workspace ownership',
  },
  {
    page: 'members',
    title: 'Members',
    group: 'Workspace',
    about: 'People in this workspace and their roles.',
    words: 'people invite invitation roles users team',
  },
  {
    page: 'provisioning',
    title: 'Provisioning',
    group: 'Workspace',
    about: 'Let a directory such as Okta or Microsoft Entra ID keep the people of this workspace, by SCIM 2.0.',
    words: 'scim okta entra directory tokens groups',
  },
  {
    page: 'sso',
    title: 'Single sign-on',
    group: 'Workspace',
    about:
      'Let people log in through your identity provider, such as Okta, Microsoft Entra ID or Google, by OpenID Connect.',
    words: 'sso saml oidc openid okta entra google identity provider domain login enforce',
  },
  {
    page: 'access',
    title: 'Access and data',
    group: 'Workspace',
    about: 'What leaves this installation, and what each role may do.',
    words:
      'permissions roles rights capabilities rbac privacy gdpr subprocessors hosts domains egress firewall allowlist outside third party data processing',
  },
  {
    page: 'agents',
    title: 'Access tokens',
    group: 'Workspace',
    about: 'Let scripts work in this workspace over the API, and AI clients such as Claude and Cursor over MCP.',
    words:
      'mcp api token api key bearer rest curl sdk developer ai clients claude cursor agents model context protocol',
  },
  {
    page: 'retention',
    title: 'Retention',
    group: 'Workspace',
    about: 'How long this workspace keeps requests, answers and pages. Longer saves calls, shorter saves space.',
    words: 'days delete cache keep',
  },
  {
    page: 'audit',
    title: 'Audit log',
    group: 'Workspace',
    about: 'Who did what in this workspace. Entries are never changed, not even by the service.',
    words: 'history record security export',
  },
  {
    page: 'integrations',
    title: 'Integrations',
    group: 'Providers and money',
    about: 'Vendor keys, encrypted for this workspace. Lookups use them; they cannot be read again.',
    words: 'api keys vendors providers hunter secrets crm hubspot destinations connect',
  },
  {
    page: 'models',
    title: 'Models',
    group: 'Providers and money',
    about: 'Language models that columns can use, and their prices.',
    words: 'ai llm gpt claude ollama openai tokens price',
  },
  {
    page: 'secrets',
    title: 'Secrets',
    group: 'Providers and money',
    about:
      'API keys for columns, and keys that sign webhooks. Columns refer to them by name; they cannot be read again.',
    words: 'api keys tokens passwords http webhook sign',
  },
  {
    page: 'own-providers',
    title: 'Own providers',
    group: 'Providers and money',
    about: 'APIs that this workspace uses as providers in waterfalls, lead actions and sources.',
    words: 'custom http api provider define share import export file',
  },
  {
    page: 'performance',
    title: 'Limits',
    group: 'Providers and money',
    about: 'Limits of enrichment in this workspace. They apply to runs that start from now on.',
    words: 'concurrency workers timeout retries enrichment',
  },
  {
    page: 'lead-actions',
    title: 'Lead actions',
    group: 'Providers and money',
    about: 'Providers, order and cost limits of each lead action, and automatic refresh.',
    words: 'waterfalls enrich leads bulk find emails phone firmographics refresh freshness policy',
  },
  {
    page: 'providers',
    title: 'Provider health',
    group: 'Providers and money',
    about: 'Paused providers with the reason, and how recently called providers performed.',
    words: 'circuit breaker throttled latency errors hit rate outage vendors',
  },
  {
    page: 'spending',
    title: 'Spending',
    group: 'Providers and money',
    about: 'The amounts spent, by lookup and user, with a line for every call that cost something.',
    words: 'ledger money cost billing calls chart export csv',
  },
  {
    page: 'usage',
    title: 'Usage',
    group: 'Providers and money',
    about: 'How often this workspace called providers, the outcomes, and the cost.',
    words: 'calls cost providers chart money',
  },
  {
    page: 'budgets',
    title: 'Budgets',
    group: 'Providers and money',
    about:
      'Spending limits for this workspace, a workbook, a column, a person or a token. A call that would exceed a hard limit is not made.',
    words: 'money limit cap cost spend budget',
  },
  {
    page: 'prices',
    title: 'Prices',
    group: 'Providers and money',
    about: 'What this workspace pays for each lookup. Estimates, budgets and the ledger use these prices.',
    words: 'money cost price providers lookups plan credits',
  },
  {
    page: 'users',
    title: 'Users',
    group: 'Installation',
    about: 'Every account of this installation, over all workspaces.',
    words: 'accounts admin passwords administrators',
  },
  {
    page: 'installation-audit',
    title: 'Installation log',
    group: 'Installation',
    about: 'Logins, accounts, and workspaces that were created or deleted.',
    words: 'audit history record security export logins',
  },
  {
    page: 'system',
    title: 'System',
    group: 'Installation',
    about: 'Health of this installation.',
    words: 'health version database jobs disk',
  },
] as const satisfies readonly SettingsArea[]

/** Settings that stand elsewhere, beside what they are for. */
export const ELSEWHERE: readonly { title: string; path: string; words: string }[] = [
  {
    title: 'Mailboxes',
    path: 'outreach/mailboxes',
    words: 'smtp imap dkim spf dmarc email sender gmail outlook deliverability',
  },
  { title: 'Suppressions', path: 'outreach/suppressions', words: 'unsubscribe do not contact dnc blocklist opt-out' },
  { title: 'Outreach settings', path: 'outreach/settings', words: 'countries consent postal address sending' },
  { title: 'Webhooks', path: 'automations?tab=webhooks', words: 'endpoints deliveries zapier make n8n callback' },
  { title: 'Incoming webhooks', path: 'automations?tab=incoming', words: 'hooks payloads' },
  { title: 'Lead scoring', path: 'leads/scoring', words: 'score fit intent icp' },
  { title: 'Notices', path: 'notices', words: 'notifications alerts digest slack quiet hours' },
]

export type SettingsPageName = (typeof areas)[number]['page']

export const AREAS: readonly (SettingsArea & { page: SettingsPageName })[] = areas

export function areaOf(page: SettingsPageName): SettingsArea {
  return AREAS.find((area) => area.page === page) as SettingsArea
}

/** Those a person gets to see: the installation's own are for its administrators. */
export function areasFor(isAdministrator: boolean): (SettingsArea & { page: SettingsPageName })[] {
  return AREAS.filter((area) => isAdministrator || area.group !== 'Installation')
}
