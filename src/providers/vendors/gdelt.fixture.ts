// What GDELT answers, after its documentation.
import { failure, hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

const article = (title: string, url: string, seendate = '20260105T031500Z') => ({
  url,
  url_mobile: '',
  title,
  seendate,
  socialimage: '',
  domain: new URL(url).hostname,
  language: 'English',
  sourcecountry: 'United States',
})

export const REPLIES: Replies = {
  'gdelt-news': {
    asks: {
      method: 'GET',
      path: '/api/v2/doc/doc',
      query: {
        query: '"Example Robotics"',
        mode: 'artlist',
        format: 'json',
        timespan: '3months',
        sort: 'datedesc',
        maxrecords: '250',
      },
    },
    replies: {
      hit: hit(
        {
          articles: [
            article('Example Robotics opens a plant in Lyon', 'https://paper.example/robots'),
            article('Example Robotics Opens a Plant in Lyon', 'https://other-paper.example/again'),
            article('Shares of robot makers fall', 'https://paper.example/shares'),
            article('Example Robotics Foundation gives prizes to pupils', 'https://paper.example/prizes'),
          ],
        },
        {
          news: [
            {
              title: 'Example Robotics opens a plant in Lyon',
              url: 'https://paper.example/robots',
              source: 'paper.example',
              published_on: '2026-01-05',
            },
          ],
        },
        0,
        { verified: false, confidence: 0.85, origin: { attribution: 'The GDELT Project' } },
      ),
      miss: miss({}),
      throttle: later(429, {}, 30_000),
      odd: odd({ articles: [{ headline: 'Example Robotics' }] }, 0),
      'as many as it gives at once, none of them of the company': failure(200, 'bad_input', {
        articles: Array.from({ length: 250 }, (_, at) =>
          article(`Robots and examples ${at}`, `https://paper.example/${at}`),
        ),
      }),
      'haste said in words': {
        ...later(200, {}, 10_000),
        body: 'Please limit requests to one every 5 seconds or contact us for larger queries.',
      },
      'a name too short to search for': failure(200, 'bad_input', 'The specified phrase is too short.'),
    },
  },
}
