// Recipe: reads the newest post of each company’s blog or news feed, so that you can write about something current.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const latestPosts: Recipe = {
  slug: 'latest-posts',
  name: 'Latest posts of companies',
  category: 'signals',
  purpose: 'Reads the newest post of each company’s blog or news feed, so that you can write about something current.',
  columns: [
    input('Company'),
    input('Website', 'url'),
    ask('Feed', 'feed-reader', null, { website: '{{Website}}' }),
    formula('Feed address', '{{Feed.feed_url}}'),
    formula('Newest post', '{{Feed.feed_items.0.title}}'),
    formula('Published', '{{Feed.feed_items.0.posted_on}}'),
    formula('Posts', 'COUNT({{Feed.feed_items}})'),
  ],
  sample_rows: rowsOf(
    ['Company', 'Website'],
    ['Siemens AG', 'siemens.com'],
    ['Spotify AB', 'spotify.com'],
    ['Atlassian Pty Ltd', 'atlassian.com'],
    ['Zalando SE', 'zalando.de'],
    ['ASML Holding N.V.', 'asml.com'],
  ),
}
