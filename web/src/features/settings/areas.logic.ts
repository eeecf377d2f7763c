// The pages of the settings, in the order of the list at the left: one table for the list, the palette and the addresses.
export interface SettingsArea {
  page: string
  title: string
  group: 'You' | 'Workspace' | 'Providers' | 'Money' | 'Installation'
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
    words: 'password username picture account',
  },
  {
    page: 'sessions',
    title: 'Sessions',
    group: 'You',
    about: 'Where you are signed in. Sign out unknown devices.',
    words: 'devices sign out logins',
  },
  {
    page: 'about',
    title: 'About',
    group: 'You',
    about: 'What runs here, and what it is made of.',
    words: 'version licence license open source notices packages',
  },
  {
    page: 'general',
    title: 'General',
    group: 'Workspace',
    about: 'What this workspace is called, and who it belongs to.',
    words: 'rename icon transfer leave delete workspace',
  },
  {
    page: 'members',
    title: 'Members',
    group: 'Workspace',
    about: 'Who belongs to this workspace, and what they may do in it.',
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
    words: 'sso oidc openid okta entra google identity provider domain login enforce',
  },
  {
    page: 'agents',
    title: 'AI clients',
    group: 'Workspace',
    about: 'Let Claude, Cursor and other programs work in this workspace over the Model Context Protocol.',
    words: 'mcp tokens claude cursor agents model context protocol',
  },
  {
    page: 'retention',
    title: 'Retention',
    group: 'Workspace',
    about:
      'How long this workspace keeps what went to providers and came back. Longer saves calls, shorter saves space.',
    words: 'days delete cache keep',
  },
  {
    page: 'audit',
    title: 'Audit log',
    group: 'Workspace',
    about: 'Who did what in this workspace. Lines can be added and never changed, not even by the service.',
    words: 'history record security export',
  },
  {
    page: 'integrations',
    title: 'Integrations',
    group: 'Providers',
    about: 'Vendor keys, encrypted for this workspace. Lookups use them; they cannot be read again.',
    words: 'api keys vendors providers hunter secrets',
  },
  {
    page: 'models',
    title: 'Models',
    group: 'Providers',
    about: 'The language models that columns can ask, as their vendors list them now, and what each costs.',
    words: 'ai llm gpt claude ollama openai tokens price',
  },
  {
    page: 'secrets',
    title: 'Secrets',
    group: 'Providers',
    about:
      'API keys for columns, and keys that sign webhooks. Columns refer to them by name; they cannot be read again.',
    words: 'api keys tokens passwords http webhook sign',
  },
  {
    page: 'own-providers',
    title: 'Own providers',
    group: 'Providers',
    about: 'APIs that this workspace made providers of: steps of waterfalls and lead actions, and sources.',
    words: 'custom http api provider define share import export file',
  },
  {
    page: 'performance',
    title: 'Performance',
    group: 'Providers',
    about: 'Limits of enrichment in this workspace. They apply to runs that start from now on.',
    words: 'concurrency workers timeout retries enrichment',
  },
  {
    page: 'lead-actions',
    title: 'Lead actions',
    group: 'Providers',
    about: 'Providers, order and cost limits of each lead action, and automatic refresh.',
    words: 'waterfalls enrich leads bulk find emails phone firmographics refresh freshness policy',
  },
  {
    page: 'providers',
    title: 'Provider health',
    group: 'Providers',
    about: 'Paused providers with the reason, and how recently called providers performed.',
    words: 'circuit breaker throttled latency errors hit rate outage vendors',
  },
  {
    page: 'spending',
    title: 'Spending',
    group: 'Money',
    about: 'The amounts spent, by lookup and user, with a line for every call that cost something.',
    words: 'ledger money cost billing calls chart export csv',
  },
  {
    page: 'usage',
    title: 'Usage',
    group: 'Money',
    about: 'How often this workspace called providers, the outcomes, and the cost.',
    words: 'calls cost providers chart money',
  },
  {
    page: 'budgets',
    title: 'Budgets',
    group: 'Money',
    about:
      'What may be spent, in this workspace, on a workbook or a column, by a person, or for rows that a token brings. No call goes past a budget that stops.',
    words: 'money limit cap cost spend budget',
  },
  {
    page: 'prices',
    title: 'Prices',
    group: 'Money',
    about: 'What this workspace pays for each lookup. Estimates, budgets and the ledger count with it.',
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
    about: 'Logins and what became of them, accounts, and workspaces that come and go.',
    words: 'audit history record security export logins',
  },
  {
    page: 'system',
    title: 'System',
    group: 'Installation',
    about: 'How this installation stands right now.',
    words: 'health version database jobs disk',
  },
] as const satisfies readonly SettingsArea[]

export type SettingsPageName = (typeof areas)[number]['page']

export const AREAS: readonly (SettingsArea & { page: SettingsPageName })[] = areas

export function areaOf(page: SettingsPageName): SettingsArea {
  return AREAS.find((area) => area.page === page) as SettingsArea
}

/** Those a person gets to see: the installation's own are for its administrators. */
export function areasFor(isAdministrator: boolean): (SettingsArea & { page: SettingsPageName })[] {
  return AREAS.filter((area) => isAdministrator || area.group !== 'Installation')
}
