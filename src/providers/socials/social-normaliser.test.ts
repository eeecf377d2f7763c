// Addresses of social profiles, and what looks like one.
import { describe, expect, it } from 'vitest'
import { callLookup } from '../kit/call.ts'
import { socialNormaliser } from './social-normaliser.ts'

const read = async (links: string) => {
  const { outcome } = await callLookup(socialNormaliser, { links }, {} as never, new AbortController().signal)
  return outcome.kind === 'found' ? outcome.values : outcome
}

describe('a profile has one address and a handle', () => {
  it.each([
    [
      'https://www.linkedin.com/in/ada-lovelace?trk=people',
      'linkedin',
      'ada-lovelace',
      'https://www.linkedin.com/in/ada-lovelace',
    ],
    ['de.linkedin.com/company/acme/about/', 'linkedin', 'acme', 'https://www.linkedin.com/company/acme'],
    ['twitter.com/acme?lang=en', 'x', 'acme', 'https://x.com/acme'],
    ['https://m.facebook.com/acme/?ref=page', 'facebook', 'acme', 'https://www.facebook.com/acme'],
    ['instagram.com/acme.inc/', 'instagram', 'acme.inc', 'https://www.instagram.com/acme.inc'],
    ['https://youtube.com/@acme', 'youtube', '@acme', 'https://www.youtube.com/@acme'],
    ['https://github.com/acme/', 'github', 'acme', 'https://github.com/acme'],
    ['tiktok.com/@acme', 'tiktok', '@acme', 'https://www.tiktok.com/@acme'],
    ['bsky.app/profile/acme.com', 'bluesky', 'acme.com', 'https://bsky.app/profile/acme.com'],
    ['@ada@hachyderm.io', 'mastodon', '@ada', 'https://hachyderm.io/@ada'],
  ])('%s', async (links, network, handle, url) => {
    expect(await read(links)).toMatchObject({ social_network: network, social_handle: handle, social_url: url })
  })
})

it('finds all profiles of a text, each once', async () => {
  const values = await read('See https://x.com/acme, twitter.com/acme and "https://github.com/acme".')
  expect(values).toMatchObject({ twitter_url: 'https://x.com/acme', github_url: 'https://github.com/acme' })
  expect((values as { social_links: unknown[] }).social_links).toHaveLength(2)
})

describe('a link to share, to sign in or to a post is no profile', () => {
  it.each([
    'https://www.facebook.com/sharer/sharer.php?u=https://acme.example',
    'https://twitter.com/intent/tweet?text=hi',
    'https://x.com/acme/status/123',
    'https://www.linkedin.com/shareArticle?url=x',
    'https://www.linkedin.com/login',
    'https://www.instagram.com/p/Cabc/',
    'https://www.youtube.com/watch?v=abc',
    'https://linkedin.com.evil.example/company/acme',
    'https://evil.example/?u=https:x.com',
    'ada@example.com',
    'acme.example',
  ])('%s', async (links) => {
    expect(await read(links)).toMatchObject({ kind: 'not_found' })
  })
})
