// The vocabulary of answers: every field a lookup can give, so that lookups of different vendors fill one column.

export type FieldType = 'text' | 'number' | 'boolean' | 'date' | 'email' | 'url' | 'phone' | 'json'

export interface Field {
  label: string
  type: FieldType
  /** Other words people search for when they want this field; lower case. */
  synonyms: readonly string[]
}

/** The vocabulary. Countries are ISO 3166-1 alpha-2, phones E.164, dates ISO 8601, `json` fields are lists or objects. */
export const FIELDS = {
  company_name: {
    label: 'Company name',
    type: 'text',
    synonyms: ['organisation', 'organization', 'account name', 'firm', 'clean name', 'brand'],
  },
  legal_name: { label: 'Legal name', type: 'text', synonyms: ['registered name', 'full company name', 'entity name'] },
  legal_form: {
    label: 'Legal form',
    type: 'text',
    synonyms: ['entity type', 'inc', 'llc', 'ltd', 'gmbh', 'company type'],
  },
  company_domain: {
    label: 'Company domain',
    type: 'text',
    synonyms: ['domain', 'root domain', 'registrable domain', 'hostname', 'website', 'web address'],
  },
  website: { label: 'Website', type: 'url', synonyms: ['url', 'homepage', 'web site', 'site', 'web address'] },
  description: {
    label: 'Description',
    type: 'text',
    synonyms: ['about', 'summary', 'what they do', 'tagline', 'blurb'],
  },
  page_title: { label: 'Page title', type: 'text', synonyms: ['title tag', 'site title', 'html title'] },
  language: { label: 'Language', type: 'text', synonyms: ['site language', 'locale'] },
  article_text: {
    label: 'Article text',
    type: 'text',
    synonyms: ['blog post', 'news article', 'body text', 'page text', 'content'],
  },
  logo_url: { label: 'Logo', type: 'url', synonyms: ['company logo', 'icon', 'image'] },
  industry: {
    label: 'Industry',
    type: 'text',
    synonyms: ['sector', 'vertical', 'category', 'branch', 'line of business'],
  },
  employee_count: {
    label: 'Employees',
    type: 'number',
    synonyms: [
      'headcount',
      'head count',
      'company size',
      'team size',
      'staff',
      'number of employees',
      'how many people',
    ],
  },
  founded_year: { label: 'Founded', type: 'number', synonyms: ['year founded', 'founding date', 'age'] },
  employee_range: { label: 'Size', type: 'text', synonyms: ['employee range', 'company size', 'headcount band'] },
  revenue: { label: 'Revenue', type: 'text', synonyms: ['annual revenue', 'turnover', 'sales', 'arr'] },
  funding_usd: {
    label: 'Funding (USD)',
    type: 'number',
    synonyms: ['total funding', 'raised', 'investment', 'investors', 'money raised'],
  },
  funding_stage: { label: 'Funding stage', type: 'text', synonyms: ['seed', 'series a', 'latest round'] },
  keywords: { label: 'Keywords', type: 'json', synonyms: ['tags', 'topics', 'specialties'] },
  company_type: { label: 'Company type', type: 'text', synonyms: ['public or private', 'ownership'] },
  stock_ticker: { label: 'Ticker', type: 'text', synonyms: ['stock symbol', 'listed'] },
  lei: { label: 'LEI', type: 'text', synonyms: ['legal entity identifier', 'gleif'] },
  parent_company: { label: 'Parent company', type: 'text', synonyms: ['owner', 'holding', 'group'] },
  wikidata_id: { label: 'Wikidata id', type: 'text', synonyms: ['q number', 'wikipedia'] },
  sec_cik: { label: 'SEC number (CIK)', type: 'text', synonyms: ['edgar', 'central index key'] },
  sic_code: { label: 'SIC code', type: 'text', synonyms: ['industry code', 'standard industrial classification'] },
  nace_code: {
    label: 'NACE code',
    type: 'text',
    synonyms: ['industry code', 'nace rev. 2', 'naf', 'uk sic', 'wz', 'ateco', 'industry classification'],
  },
  nace_title: { label: 'NACE industry', type: 'text', synonyms: ['standard industry', 'industry title', 'sector'] },
  naics_code: {
    label: 'NAICS code',
    type: 'text',
    synonyms: ['industry code', 'naics 2022', 'north american industry classification'],
  },
  naics_title: { label: 'NAICS industry', type: 'text', synonyms: ['standard industry', 'industry title', 'sector'] },
  filings: { label: 'Latest filings', type: 'json', synonyms: ['10-k', 'annual report', 'edgar filings'] },
  chief_executive: {
    label: 'Chief executive',
    type: 'text',
    synonyms: ['ceo', 'chief executive officer', 'managing director', 'boss', 'head of the company'],
  },
  officers: {
    label: 'Officers',
    type: 'json',
    synonyms: ['directors', 'board', 'board members', 'management', 'executives', 'dirigeants', 'insiders'],
  },
  former_officers: {
    label: 'Former officers',
    type: 'json',
    synonyms: ['resigned directors', 'past directors', 'resigned officers'],
  },
  rating: { label: 'Rating', type: 'number', synonyms: ['stars', 'review score'] },
  rating_count: { label: 'Ratings', type: 'number', synonyms: ['number of reviews', 'reviews'] },
  maps_url: { label: 'Map', type: 'url', synonyms: ['google maps', 'directions'] },
  place_types: { label: 'Kinds of place', type: 'json', synonyms: ['business category', 'place categories'] },

  osm_id: { label: 'OpenStreetMap id', type: 'text', synonyms: ['osm', 'openstreetmap', 'map id'] },
  latitude: { label: 'Latitude', type: 'number', synonyms: ['lat', 'coordinates', 'geocode', 'geocoding', 'position'] },
  longitude: { label: 'Longitude', type: 'number', synonyms: ['lon', 'lng', 'coordinates', 'geocode', 'geocoding'] },

  careers_url: { label: 'Careers page', type: 'url', synonyms: ['jobs page', 'job board', 'openings'] },
  job_board: { label: 'Job board', type: 'text', synonyms: ['ats', 'applicant tracking', 'greenhouse', 'lever'] },
  open_jobs: {
    label: 'Open jobs',
    type: 'json',
    synonyms: ['vacancies', 'job postings', 'hiring', 'openings', 'open roles', 'open positions', 'job ads'],
  },
  opening_hours: {
    label: 'Opening hours',
    type: 'text',
    synonyms: ['hours', 'business hours', 'when open', 'office hours'],
  },
  open_job_count: { label: 'Number of open jobs', type: 'number', synonyms: ['hiring', 'vacancies', 'job openings'] },

  mail_provider: {
    label: 'Mail provider',
    type: 'text',
    synonyms: ['mail host', 'google workspace', 'microsoft 365', 'mx'],
  },
  mail_hosts: { label: 'Mail servers', type: 'json', synonyms: ['mx records', 'mail exchanger'] },
  mail_gateway: { label: 'Mail gateway', type: 'text', synonyms: ['proofpoint', 'mimecast', 'email security'] },
  spf: { label: 'SPF', type: 'text', synonyms: ['sender policy', 'txt record'] },
  dmarc: { label: 'DMARC policy', type: 'text', synonyms: ['dmarc record', 'spoofing'] },
  registrar: { label: 'Registrar', type: 'text', synonyms: ['whois', 'domain registrar', 'rdap'] },
  domain_created: {
    label: 'Domain registered',
    type: 'date',
    synonyms: ['domain age', 'whois date', 'registration date'],
  },
  domain_expires: { label: 'Domain expires', type: 'date', synonyms: ['expiry', 'renewal date'] },
  domain_updated: {
    label: 'Domain last changed',
    type: 'date',
    synonyms: ['registration updated', 'whois updated', 'last changed'],
  },
  domain_age_years: { label: 'Domain age (years)', type: 'number', synonyms: ['how old is the domain', 'whois age'] },
  name_servers: { label: 'Name servers', type: 'json', synonyms: ['ns records', 'dns host'] },
  subdomains: {
    label: 'Subdomains',
    type: 'json',
    synonyms: ['hosts of the domain', 'host names', 'certificate transparency', 'certificates', 'ct logs'],
  },
  subdomain_count: {
    label: 'Number of subdomains',
    type: 'number',
    synonyms: ['subdomain count', 'how many subdomains'],
  },
  wildcard_domains: {
    label: 'Wildcard names',
    type: 'json',
    synonyms: ['wildcard certificates', 'wildcard subdomains'],
  },
  page_text: { label: 'Page text', type: 'text', synonyms: ['markdown', 'page content', 'scrape', 'crawl', 'article'] },
  page_links: { label: 'Links', type: 'json', synonyms: ['outgoing links', 'urls on the page'] },
  feed_url: { label: 'Feed', type: 'url', synonyms: ['rss', 'atom', 'blog feed'] },
  feed_items: { label: 'Latest posts', type: 'json', synonyms: ['rss items', 'blog posts', 'news', 'articles'] },

  news: {
    label: 'News',
    type: 'json',
    synonyms: ['press', 'headlines', 'in the news', 'media mentions', 'press coverage', 'articles about'],
  },

  vat_id: { label: 'VAT id', type: 'text', synonyms: ['tax id', 'vat number', 'ust-id', 'tva'] },
  vat_valid: { label: 'VAT id is valid', type: 'boolean', synonyms: ['vat check', 'vies', 'vat registered'] },
  registration_number: {
    label: 'Registration number',
    type: 'text',
    synonyms: ['company number', 'handelsregister', 'siren'],
  },
  company_status: { label: 'Company status', type: 'text', synonyms: ['active or dissolved', 'trading status'] },
  search_results: { label: 'Search results', type: 'json', synonyms: ['web search', 'google search', 'serp', 'links'] },
  technologies: {
    label: 'Technologies',
    type: 'json',
    synonyms: ['tech stack', 'stack', 'technographics', 'tools used', 'software'],
  },

  full_name: { label: 'Full name', type: 'text', synonyms: ['person name', 'contact name', 'name'] },
  first_name: { label: 'First name', type: 'text', synonyms: ['given name', 'forename', 'christian name'] },
  middle_name: { label: 'Middle name', type: 'text', synonyms: ['second name', 'middle initial'] },
  last_name: { label: 'Last name', type: 'text', synonyms: ['surname', 'family name'] },
  nickname: { label: 'Nickname', type: 'text', synonyms: ['known as', 'short name'] },
  name_prefix: { label: 'Name prefix', type: 'text', synonyms: ['salutation', 'mr', 'mrs', 'dr', 'honorific'] },
  name_suffix: { label: 'Name suffix', type: 'text', synonyms: ['jr', 'phd', 'credentials', 'post-nominal'] },
  job_title: {
    label: 'Job title',
    type: 'text',
    synonyms: ['position', 'role', 'occupation', 'title', 'what they do'],
  },
  seniority: { label: 'Seniority', type: 'text', synonyms: ['level', 'management level', 'rank'] },
  department: { label: 'Department', type: 'text', synonyms: ['job function', 'team'] },
  location: { label: 'Location', type: 'text', synonyms: ['where they live', 'based in'] },
  people: {
    label: 'People found',
    type: 'json',
    synonyms: ['employees', 'contacts at the company', 'decision makers'],
  },

  work_email: {
    label: 'Work email',
    type: 'email',
    synonyms: ['business email', 'professional email', 'e-mail', 'mail', 'email address', 'email finder'],
  },
  email_status: {
    label: 'Email status',
    type: 'text',
    synonyms: ['verify email', 'email verification', 'email verifier', 'deliverable', 'bounce check', 'valid email'],
  },
  email_verdict: { label: "Verifier's verdict", type: 'text', synonyms: ['raw email status'] },
  company_email: {
    label: 'Company email',
    type: 'email',
    synonyms: ['general mailbox', 'info address', 'contact email', 'e-mail', 'mail'],
  },
  email_pattern: { label: 'Email pattern', type: 'text', synonyms: ['email format', 'address format'] },
  email_candidates: { label: 'Email candidates', type: 'json', synonyms: ['email guesses', 'email permutations'] },
  emails: { label: 'Emails found', type: 'json', synonyms: ['all emails', 'email list', 'e-mails'] },

  phone: {
    label: 'Phone',
    type: 'phone',
    synonyms: ['telephone', 'phone number', 'mobile', 'switchboard', 'tel', 'e.164', 'call'],
  },
  mobile_phone: { label: 'Mobile phone', type: 'phone', synonyms: ['cell phone', 'mobile number', 'direct dial'] },
  phone_type: { label: 'Phone type', type: 'text', synonyms: ['mobile or landline', 'line type'] },
  phone_extension: { label: 'Phone extension', type: 'text', synonyms: ['ext', 'direct dial'] },
  phones: { label: 'Phones found', type: 'json', synonyms: ['all phones', 'phone list'] },

  fax: { label: 'Fax', type: 'phone', synonyms: ['fax number', 'telefax'] },

  country: {
    label: 'Country',
    type: 'text',
    synonyms: ['nation', 'country code', 'iso country', 'location', 'geography'],
  },
  country_name: { label: 'Country name', type: 'text', synonyms: ['nation', 'location'] },
  region: { label: 'State or region', type: 'text', synonyms: ['province', 'state', 'county'] },
  city: { label: 'City', type: 'text', synonyms: ['town', 'location', 'headquarters'] },
  postcode: { label: 'Postcode', type: 'text', synonyms: ['zip code', 'postal code'] },
  street: { label: 'Street', type: 'text', synonyms: ['address', 'street address'] },
  address: { label: 'Address', type: 'text', synonyms: ['full address', 'postal address', 'headquarters'] },

  addresses: {
    label: 'Addresses found',
    type: 'json',
    synonyms: ['all addresses', 'locations', 'offices', 'branches'],
  },
  redirected_to: { label: 'Redirects to', type: 'url', synonyms: ['redirect', 'forwarded to', 'moved to'] },

  linkedin_url: { label: 'LinkedIn', type: 'url', synonyms: ['linkedin profile', 'linkedin page', 'social'] },
  twitter_url: { label: 'X (Twitter)', type: 'url', synonyms: ['twitter', 'tweet', 'social'] },
  facebook_url: { label: 'Facebook', type: 'url', synonyms: ['facebook page', 'social'] },
  instagram_url: { label: 'Instagram', type: 'url', synonyms: ['social'] },
  youtube_url: { label: 'YouTube', type: 'url', synonyms: ['video channel', 'social'] },
  github_url: { label: 'GitHub', type: 'url', synonyms: ['code', 'repository', 'social'] },
  social_network: { label: 'Social network', type: 'text', synonyms: ['which network', 'platform'] },
  social_handle: { label: 'Social handle', type: 'text', synonyms: ['username', 'handle', 'account name', 'profile'] },
  social_url: { label: 'Social profile', type: 'url', synonyms: ['profile url', 'canonical profile', 'social'] },
  social_links: { label: 'Social links', type: 'json', synonyms: ['social profiles', 'social media'] },
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof FIELDS

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(FIELDS, name)
}
