// What crt.sh answers.
import { busy, found, missed, unread, type Visits, wait } from '../recorded.fixture.ts'

const SEARCH = 'https://crt.sh/?q=%25.example.com&output=json&exclude=expired'
const certificate = (common_name: string, ...names: string[]) => ({
  issuer_ca_id: 16418,
  issuer_name: "C=US, O=Let's Encrypt, CN=R3",
  common_name,
  name_value: names.join('\n'),
  id: 1,
  entry_timestamp: '2026-01-01T00:00:00.000',
  not_before: '2026-01-01T00:00:00',
  not_after: '2026-04-01T00:00:00',
  serial_number: '03',
})
const many = Array.from({ length: 620 }, (_, at) =>
  certificate(`h${at}.example.com`, `h${at}.example.com`, `h${at}.example.com`),
)

export const VISITS: Visits = {
  'crt-sh-subdomains': {
    hit: {
      web: {
        [SEARCH]: [
          certificate('shop.example.com', 'shop.example.com', 'Shop.Example.com', 'ann@example.com'),
          certificate('*.example.com', '*.example.com', 'example.com'),
          certificate('a.b.example.com', 'a.b.example.com', 'mail.example.com', 'notexample.com', 'www.other.example'),
        ],
      },
      comes_to: found(
        {
          subdomains: ['mail.example.com', 'shop.example.com', 'a.b.example.com'],
          subdomain_count: 3,
          wildcard_domains: ['*.example.com'],
        },
        { verified: false },
      ),
      asked: [SEARCH],
    },
    'more than a cell holds': {
      inputs: { domain: 'https://www.example.com/about' },
      web: { [SEARCH]: many },
      comes_to: found(
        { subdomain_count: 620 },
        { origin: { note: 'The first 500 of 620 subdomains are listed.' }, evidence: { left_out: 120 } },
      ),
    },
    miss: { web: { [SEARCH]: [] }, comes_to: missed },
    'only the domain itself': { web: { [SEARCH]: [certificate('example.com', 'example.com')] }, comes_to: missed },
    throttle: { web: { [SEARCH]: busy }, comes_to: wait },
    'a busy database': {
      web: { [SEARCH]: { status: 502, body: '<html>Bad gateway</html>' } },
      comes_to: { kind: 'later', retry_in_ms: 30_000 },
    },
    odd: { web: { [SEARCH]: [{ id: 1 }] }, comes_to: unread },
    'no domain': { inputs: { domain: '10.0.0.1' }, comes_to: { kind: 'failed', class: 'bad_input' }, asked: [] },
  },
}
