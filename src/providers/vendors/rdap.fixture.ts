// What registries answer by RDAP, after RFC 9083.
import { hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'rdap-domain': {
    asks: { method: 'GET', path: '/domain/example.com' },
    replies: {
      hit: hit(
        {
          objectClassName: 'domain',
          ldhName: 'EXAMPLE.COM',
          events: [
            { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
            { eventAction: 'expiration', eventDate: '2027-08-13T04:00:00Z' },
            { eventAction: 'last changed', eventDate: '2026-08-14T07:01:31Z' },
            { eventAction: 'last update of RDAP database', eventDate: '2026-11-01T00:00:00Z' },
          ],
          entities: [
            { roles: ['abuse'], vcardArray: ['vcard', [['fn', {}, 'text', 'Nobody']]] },
            {
              roles: ['registrar'],
              vcardArray: [
                'vcard',
                [
                  ['version', {}, 'text', '4.0'],
                  ['fn', {}, 'text', 'Example Registrar'],
                ],
              ],
            },
          ],
          nameservers: [{ ldhName: 'NS1.EXAMPLE.COM' }, { ldhName: 'NS2.EXAMPLE.COM' }],
        },
        {
          registrar: 'Example Registrar',
          domain_created: '1995-08-14',
          domain_expires: '2027-08-13',
          domain_updated: '2026-08-14',
          name_servers: ['ns1.example.com', 'ns2.example.com'],
          company_domain: 'example.com',
        },
        0,
        { verified: true },
      ),
      miss: miss({ errorCode: 404, title: 'Not Found' }, 0, 404),
      throttle: later(429, { 'retry-after': '10' }, 10_000),
      odd: odd({ domain: 'example.com' }, 0),
    },
  },
}
