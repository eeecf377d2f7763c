// Social profiles: the one address and the handle of profiles, from addresses typed in any way or text that has them.
import { found, type LocalLookup, notFound } from '../kit/kit.ts'
import { COMPUTED } from '../kit/vendor-terms.ts'
import { type SocialProfile, socialProfile } from './social-profile.ts'

const MOST_LINKS = 50
const LONGEST_LINK = 2048

/** The fields of networks that have one of their own. */
const FIELD_OF = {
  linkedin: 'linkedin_url',
  x: 'twitter_url',
  facebook: 'facebook_url',
  instagram: 'instagram_url',
  youtube: 'youtube_url',
  github: 'github_url',
} as const

export const socialNormaliser: LocalLookup = {
  ...COMPUTED,
  id: 'social-normaliser',
  label: 'Social profiles',
  description:
    'Brings addresses of social profiles to their one form, with handle and network; share and login links are no profile.',
  docs_url: 'https://www.rfc-editor.org/rfc/rfc3986',
  inputs: [
    {
      name: 'links',
      label: 'Addresses or text',
      type: 'text',
      required: true,
      help: 'One or more addresses of profiles, with or without https, or a text that has them.',
      aliases: ['social', 'social links', 'social media', 'profile', 'profile url', 'linkedin', 'twitter', 'links'],
    },
  ],
  outputs: [
    { field: 'social_url' },
    { field: 'social_handle' },
    { field: 'social_network' },
    { field: 'linkedin_url' },
    { field: 'twitter_url' },
    { field: 'facebook_url' },
    { field: 'instagram_url' },
    { field: 'youtube_url' },
    { field: 'github_url' },
    { field: 'social_links' },
  ],
  sample: {
    inputs: { links: 'http://uk.linkedin.com/company/Example/?trk=x, twitter.com/@example' },
    values: {
      social_url: 'https://www.linkedin.com/company/Example',
      social_handle: 'Example',
      social_network: 'linkedin',
      linkedin_url: 'https://www.linkedin.com/company/Example',
      twitter_url: 'https://x.com/example',
    },
  },
  answer: ({ links = '' }) => {
    const profiles = profilesIn(links)
    const [first] = profiles
    if (!first) return notFound('no profile of a social network; links to share, sign in or to a post are none')
    return found(
      {
        social_url: first.url,
        social_handle: first.handle,
        social_network: first.network,
        ...Object.fromEntries(
          Object.entries(FIELD_OF).flatMap(([network, field]) => {
            const own = profiles.find((profile) => profile.network === network)
            return own ? [[field, own.url]] : []
          }),
        ),
        social_links: profiles.map(({ network, handle, url, person }) => ({ network, handle, url, person })),
      },
      0.95,
    )
  },
}

/** Each profile once, in the order of the text. `@ann@server` is how Mastodon writes one. */
function profilesIn(text: string): SocialProfile[] {
  const profiles = new Map<string, SocialProfile>()
  const tokens = text.split(/[\s,;|<>()[\]{}"'“”]+/).filter((token) => token.length > 3 && token.length <= LONGEST_LINK)
  for (const token of tokens.slice(0, 20 * MOST_LINKS)) {
    const [, user, server] = /^@([\w.-]+)@([a-z0-9.-]+\.[a-z]{2,})$/i.exec(token) ?? []
    const address = user && server ? `https://${server}/@${user}` : token.replace(/[.:!?]+$/, '')
    const profile = socialProfile(/^(?:https?:)?\/\//i.test(address) ? address : `https://${address}`)
    if (profile && profiles.size < MOST_LINKS && !profiles.has(profile.url)) profiles.set(profile.url, profile)
  }
  return [...profiles.values()]
}
