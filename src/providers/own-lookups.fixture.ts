// What the world answers to the lookups of our own that ask it: DNS, mail servers, pages.
import { nameBeside } from './domains/domain-doubts.ts'
import { found, missed, type Visit, type Visits } from './recorded.fixture.ts'

const MX = { 'example.com MX': ['mx.example.com'] }
const OUR_MX = { dns: MX, inputs: { email: 'ada@example.com' } }
const CLOSED =
  'The address is well written and its domain takes mail; the mailbox could not be checked: port 25 is closed'
const GONE: [number, string] = [550, '5.1.1 No such user here']
const silent: Visit['comes_to'] = { kind: 'failed', class: 'vendor_error', retryable: true }
const status = (email_status: string, more = {}) => found({ email_status }, { verified: true, ...more })

export const VISITS: Visits = {
  'mail-host': {
    hit: {
      dns: {
        'example.com MX': ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'],
        'example.com TXT': ['google-site-verification=1', 'v=spf1 include:_spf.google.com ~all'],
        '_dmarc.example.com TXT': ['v=DMARC1; p=reject; rua=mailto:x@example.com'],
      },
      comes_to: found({
        mail_provider: 'Google Workspace',
        mail_hosts: ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'],
        spf: 'v=spf1 include:_spf.google.com ~all',
        dmarc: 'reject',
      }),
    },
    'hit behind a gateway': {
      dns: {
        'example.com MX': ['mx1.pphosted.com'],
        'example.com TXT': ['v=spf1 include:spf.protection.outlook.com -all'],
      },
      comes_to: found({ mail_provider: 'Microsoft 365', mail_gateway: 'Proofpoint' }),
    },
    miss: { dns: { 'example.com MX': 'gone' }, comes_to: missed },
    'silent DNS, which is no miss': { dns: { 'example.com MX': 'silent' }, comes_to: silent },
    'DNS silent about SPF, which is not without it': {
      dns: { 'example.com MX': ['mx.example.com'], 'example.com TXT': 'silent' },
      comes_to: silent,
    },
  },
  'email-verifier': {
    hit: {
      ...OUR_MX,
      smtp: { ada: [250, 'OK'], '*': GONE },
      comes_to: found({ email_status: 'valid', email_verdict: 'the mail server takes it' }, { verified: true }),
    },
    'catch-all': { ...OUR_MX, smtp: { '*': [250, 'OK'] }, comes_to: status('catch_all') },
    'a mailbox that is gone': { ...OUR_MX, smtp: { '*': GONE }, comes_to: status('invalid') },
    'a full mailbox': { ...OUR_MX, smtp: { ada: [552, '5.2.2 Over quota'], '*': GONE }, comes_to: status('risky') },
    'a role': {
      dns: MX,
      inputs: { email: 'info@example.com' },
      smtp: { info: [250, 'OK'], '*': GONE },
      comes_to: status('role'),
    },
    'a role where nobody may ask': {
      dns: MX,
      inputs: { email: 'Sales+x@example.com' },
      smtp: 'absent',
      comes_to: status('role'),
    },
    'a disposable one': { inputs: { email: 'ada@mailinator.com' }, comes_to: status('disposable') },
    'a mailbox in other letters (RFC 6531)': {
      inputs: { email: 'jürgen.groß@example.com' },
      dns: MX,
      comes_to: {
        kind: 'not_found',
        reason:
          'The address is well written and its domain takes mail; the mailbox could not be checked: its mailbox has letters that not every mail server takes, and servers are not asked about those',
      },
    },
    'an end that is kept for tests': { inputs: { email: 'ada@acme.test' }, comes_to: status('invalid') },
    'a slip of the pen': { inputs: { email: 'ada..b@example.com' }, comes_to: status('invalid') },
    'no such domain': {
      inputs: { email: 'ada@example.com' },
      dns: { 'example.com MX': 'gone' },
      comes_to: status('invalid'),
    },
    'a domain that takes no mail (RFC 7505)': {
      inputs: { email: 'ada@example.com' },
      dns: { 'example.com MX': [''] },
      comes_to: status('invalid'),
    },
    'free mail': {
      inputs: { email: 'ada@gmail.com' },
      dns: { 'gmail.com MX': ['gmail-smtp-in.l.google.com'] },
      smtp: { ada: [250, 'OK'], '*': GONE },
      comes_to: found({ email_status: 'valid', mail_provider: 'Google Workspace' }),
    },
    'no MX, but an address': {
      inputs: { email: 'ada@example.com' },
      dns: { 'example.com MX': [], 'example.com A': ['192.0.2.1'] },
      smtp: { ada: [250, 'OK'], '*': GONE },
      comes_to: status('valid'),
    },
    'no MX, and a zone that answers for any name': {
      inputs: { email: 'ada@shop.example.com' },
      dns: {
        'shop.example.com MX': [],
        'shop.example.com A': ['192.0.2.1'],
        [`${nameBeside('shop.example.com')} A`]: ['192.0.2.1'],
      },
      smtp: { ada: [250, 'OK'], '*': GONE },
      comes_to: missed,
    },
    miss: { ...OUR_MX, comes_to: { kind: 'not_found', reason: CLOSED } },
    'a server that does not like us, which says nothing of the mailbox': {
      ...OUR_MX,
      smtp: { '*': [550, '5.7.1 Service unavailable, client host blocked using Spamhaus'] },
      comes_to: missed,
    },
    greylisting: { ...OUR_MX, smtp: { '*': [451, '4.7.1 Try again later'] }, comes_to: missed },
    'silent DNS, which is no verdict': {
      inputs: { email: 'ada@example.com' },
      dns: { 'example.com MX': 'silent' },
      comes_to: silent,
    },
  },
  'company-people': {
    hit: {
      inputs: { website: 'https://example.com' },
      web: {
        'https://example.com/': '<title>Acme</title><a href="/team">Our team</a><p>© 2026 Acme</p>',
        'https://example.com/team':
          '<h3>Ada Lovelace</h3><p>Chief Executive Officer</p><h3>Bob Smith</h3><p>Director of Sales</p><p>bob.smith@example.com</p>',
      },
      comes_to: {
        kind: 'found',
        values: {
          people: [
            {
              full_name: 'Ada Lovelace',
              job_title: 'Chief Executive Officer',
              email: null,
              source_url: 'https://example.com/team',
            },
            { full_name: 'Bob Smith', job_title: 'Director of Sales', source_url: 'https://example.com/team' },
          ],
          chief_executive: 'Ada Lovelace',
        },
        places_by_field: {
          chief_executive: { source_url: 'https://example.com/team', quote: 'Ada Lovelace, Chief Executive Officer' },
        },
      },
    },
    miss: {
      inputs: { website: 'https://example.com' },
      web: { 'https://example.com/': '<title>Acme</title><p>Tools</p>' },
      comes_to: { kind: 'not_found', reason: 'none of its pages names people with a title' },
    },
  },
  'technology-detector': {
    hit: {
      web: {
        'https://example.com/': {
          status: 200,
          headers: { 'content-type': 'text/html', server: 'cloudflare' },
          body: '<link href="/wp-content/themes/x.css"><script src="//js.hs-scripts.com/1.js"></script>',
        },
      },
      dns: {
        'example.com MX': ['example-com.mail.protection.outlook.com'],
        'example.com TXT': ['atlassian-domain-verification=x'],
      },
      comes_to: found({
        technologies: [
          { name: 'WordPress', kind: 'website', sign: 'page: /wp-content/' },
          { name: 'HubSpot', kind: 'marketing', sign: 'page: js.hs-scripts.com' },
          { name: 'Cloudflare', kind: 'hosting', sign: 'header: server: cloudflare' },
          { name: 'Microsoft 365', kind: 'office', sign: 'DNS: MX example-com.mail.protection.outlook.com' },
          { name: 'Atlassian', kind: 'office', sign: 'DNS: TXT atlassian-domain-verification=' },
        ],
      }),
    },
    miss: {
      web: { 'https://example.com/': '<p>Hello' },
      comes_to: missed,
    },
  },
  'feed-reader': {
    hit: {
      web: {
        'https://example.com/': '<link rel="alternate" type="application/rss+xml" href="/feed">',
        'https://example.com/feed': {
          status: 200,
          headers: { 'content-type': 'application/rss+xml' },
          body: `<?xml version="1.0"?><rss version="2.0"><channel><title>X</title>
            <item><title>Older</title><link>https://example.com/older</link><pubDate>Mon, 01 Dec 2025 10:00:00 GMT</pubDate></item>
            <item><title>Hello</title><link>https://example.com/hello</link><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate></item>
            </channel></rss>`,
        },
      },
      comes_to: found({
        feed_url: 'https://example.com/feed',
        feed_items: [
          { title: 'Hello', url: 'https://example.com/hello', posted_on: '2026-01-05' },
          { title: 'Older', url: 'https://example.com/older', posted_on: '2025-12-01' },
        ],
      }),
    },
    miss: { web: { 'https://example.com/': '<p>Hello' }, comes_to: missed },
  },
}
