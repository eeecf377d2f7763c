// What Jina Reader answers, after its documentation.
import { hit, miss, odd, type Replies, USUAL } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'jina-page': {
    asks: { method: 'GET', path: '/https://example.com/' },
    replies: {
      ...USUAL,
      hit: hit(
        {
          code: 200,
          status: 20000,
          data: {
            title: 'Example',
            description: 'Examples.',
            url: 'https://example.com/',
            content: '# Example',
            links: { About: 'https://example.com/about' },
            usage: { tokens: 2000 },
          },
        },
        { page_text: '# Example', page_title: 'Example', page_links: ['https://example.com/about'] },
        0.0001,
      ),
      miss: miss({ code: 200, status: 20000, data: { title: '', url: 'https://example.com/', content: '' } }),
      odd: odd({ code: 200, data: { text: 'Example' } }),
    },
  },
}
