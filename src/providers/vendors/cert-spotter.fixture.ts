// What Cert Spotter answers, after its documentation.
import { busy, found, missed, unread, type Visits, wait } from '../recorded.fixture.ts'

const page = (after?: string) =>
  `https://api.certspotter.com/v1/issuances?domain=example.com&include_subdomains=true&expand=dns_names${after ? `&after=${after}` : ''}`
const issuance = (id: string, ...dns_names: string[]) => ({
  id,
  tbs_sha256: '00',
  cert_sha256: '00',
  dns_names,
  not_before: '2026-01-01T00:00:00Z',
  not_after: '2026-04-01T00:00:00Z',
  revoked: false,
})

export const VISITS: Visits = {
  'cert-spotter-subdomains': {
    hit: {
      web: {
        [page()]: [issuance('7', '*.example.com', 'example.com'), issuance('9', 'shop.example.com')],
        [page('9')]: [issuance('12', 'mail.example.com', 'shop.example.com', 'other.example')],
        [page('12')]: [],
      },
      comes_to: found({
        subdomains: ['mail.example.com', 'shop.example.com'],
        subdomain_count: 2,
        wildcard_domains: ['*.example.com'],
      }),
      asked: [page(), page('9'), page('12')],
    },
    'more pages than are read': {
      web: {
        [page()]: [issuance('1', 'a.example.com')],
        ...Object.fromEntries([1, 2, 3, 4].map((at) => [page(`${at}`), [issuance(`${at + 1}`, `h${at}.example.com`)]])),
      },
      comes_to: found(
        { subdomain_count: 5 },
        {
          confidence: 0.8,
          origin: { note: 'The domain has more certificates than were read; there may be more subdomains.' },
        },
      ),
    },
    miss: { web: { [page()]: [] }, comes_to: missed },
    throttle: { web: { [page()]: busy }, comes_to: wait },
    'throttle on a later page': {
      web: { [page()]: [issuance('9', 'shop.example.com')], [page('9')]: busy },
      comes_to: wait,
    },
    odd: { web: { [page()]: [{ id: '9', names: [] }] }, comes_to: unread },
    'pages that go in a circle': {
      web: { [page()]: [issuance('9', 'a.example.com')], [page('9')]: [issuance('9', 'a.example.com')] },
      comes_to: unread,
    },
  },
}
