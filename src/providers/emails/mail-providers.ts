// The provider of a mail server, by its name: providers that keep mailboxes, and gateways that filter mail before them.

interface MailParty {
  name: string
  hosts: RegExp
}

const PROVIDERS: readonly MailParty[] = [
  { name: 'Google Workspace', hosts: /(^|\.)(google|googlemail|psmtp)\.com$/ },
  { name: 'Microsoft 365', hosts: /(^|\.)(outlook|office365|microsoft)\.(com|de|cn|us)$/ },
  { name: 'Zoho Mail', hosts: /(^|\.)zoho(mail)?\.(com|eu|in|com\.au|jp)$/ },
  { name: 'Proton Mail', hosts: /(^|\.)protonmail\.ch$/ },
  { name: 'Fastmail', hosts: /(^|\.)messagingengine\.com$/ },
  { name: 'iCloud Mail', hosts: /(^|\.)mail\.icloud\.com$/ },
  { name: 'Amazon SES', hosts: /(^|\.)amazonaws\.com$/ },
  { name: 'Amazon WorkMail', hosts: /(^|\.)awsapps\.com$/ },
  { name: 'Rackspace', hosts: /(^|\.)emailsrvr\.com$/ },
  { name: 'GoDaddy', hosts: /(^|\.)secureserver\.net$/ },
  { name: 'IONOS', hosts: /(^|\.)(kundenserver|ionos|perfora)\.(de|com|net)$/ },
  { name: 'OVHcloud', hosts: /(^|\.)ovh\.(net|com|ca)$/ },
  { name: 'Gandi', hosts: /(^|\.)gandi\.net$/ },
  { name: 'Strato', hosts: /(^|\.)rzone\.de$/ },
  { name: 'Hostinger', hosts: /(^|\.)(hostinger|titan)\.(com|email)$/ },
  { name: 'Namecheap', hosts: /(^|\.)(privateemail|registrar-servers)\.com$/ },
  { name: 'Yandex 360', hosts: /(^|\.)yandex\.(net|ru)$/ },
  { name: 'Mail.ru', hosts: /(^|\.)mail\.ru$/ },
  { name: 'Tencent Exmail', hosts: /(^|\.)qq\.com$/ },
  { name: 'Alibaba Mail', hosts: /(^|\.)(mxhichina|aliyun)\.com$/ },
  { name: 'Infomaniak', hosts: /(^|\.)infomaniak\.(ch|com)$/ },
  { name: 'Mailbox.org', hosts: /(^|\.)mailbox\.org$/ },
  { name: 'Migadu', hosts: /(^|\.)migadu\.com$/ },
  { name: 'Yahoo', hosts: /(^|\.)yahoodns\.net$/ },
]

const GATEWAYS: readonly MailParty[] = [
  { name: 'Proofpoint', hosts: /(^|\.)(pphosted|ppe-hosted|proofpoint)\.com$/ },
  { name: 'Mimecast', hosts: /(^|\.)mimecast(-offshore)?\.(com|co\.za)$/ },
  { name: 'Barracuda', hosts: /(^|\.)(barracudanetworks|cudaops|cudamail)\.com$/ },
  { name: 'Cisco Secure Email', hosts: /(^|\.)iphmx\.com$/ },
  { name: 'Trend Micro', hosts: /(^|\.)(trendmicro|hes\.trendmicro)\.(com|eu)$/ },
  { name: 'Sophos', hosts: /(^|\.)(sophos|reflexion)\.(com|net)$/ },
  { name: 'Symantec', hosts: /(^|\.)messagelabs\.com$/ },
  { name: 'Hornetsecurity', hosts: /(^|\.)(hornetsecurity|antispameurope)\.com$/ },
  { name: 'Fortinet', hosts: /(^|\.)(fortimailcloud|fortimail)\.com$/ },
  { name: 'Cloudflare', hosts: /(^|\.)mx\.cloudflare\.net$/ },
  { name: 'SpamExperts', hosts: /(^|\.)(spamexperts|antispamcloud)\.(com|net|eu)$/ },
  { name: 'Retarus', hosts: /(^|\.)retarus\.(com|de)$/ },
  { name: 'NoSpamProxy', hosts: /(^|\.)cloud\.nospamproxy\.com$/ },
]

const nameIn = (parties: readonly MailParty[], hosts: readonly string[]) =>
  parties.find((party) => hosts.some((host) => party.hosts.test(host)))?.name

/** The provider of mail servers, the preferred first; by SPF where a gateway stands in front. Null when it is unknown. */
export function mailPartiesOf(hosts: readonly string[], spf = ''): { provider: string | null; gateway: string | null } {
  const gateway = nameIn(GATEWAYS, hosts)
  const included = [...spf.matchAll(/\binclude:([^\s]+)/gi)].map(([, host = '']) => host.toLowerCase())
  const provider = nameIn(PROVIDERS, hosts) ?? (gateway ? nameIn(PROVIDERS, included) : undefined)
  return { provider: provider ?? null, gateway: gateway ?? null }
}
