// What Firecrawl answers, after its documentation.
import { hit, miss, odd, type Replies, USUAL } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'firecrawl-page': {
    asks: {
      method: 'POST',
      path: '/v2/scrape',
      body: { url: 'https://example.com', formats: ['markdown', 'links'], onlyMainContent: true },
    },
    replies: {
      ...USUAL,
      hit: hit(
        {
          success: true,
          data: {
            markdown: '# Example',
            links: ['https://example.com/about'],
            metadata: {
              title: 'Example',
              description: 'Examples.',
              language: 'en',
              sourceURL: 'https://example.com',
              statusCode: 200,
              creditsUsed: 1,
            },
          },
        },
        { page_text: '# Example', page_title: 'Example', language: 'en', page_links: ['https://example.com/about'] },
        0.0053,
        { origin: { method: 'crawl', license: 'scraped', source_url: 'https://example.com' } },
      ),
      miss: miss({ success: true, data: { markdown: '', metadata: { statusCode: 404, creditsUsed: 1 } } }, 0.0053),
      odd: odd({ success: true, data: { text: 'Example' } }),
    },
  },
}
