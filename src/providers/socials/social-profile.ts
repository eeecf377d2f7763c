// Tells profiles on social networks from share buttons, posts and look-alikes, and gives each its one address.

export interface SocialProfile {
  network: string
  /** As the network shows it, with @ where the network writes one. */
  handle: string
  url: string
  /** A person's own page rather than an organisation's, where the address tells. */
  person: boolean
}

interface Network {
  network: string
  hosts: RegExp
  /** Reads the path (without slashes around it) and query; the address is made from `path` below `home`. */
  read: (segments: string[], query: URLSearchParams) => { handle: string; path: string; person?: boolean } | null
  home: string
}

type Reading = ReturnType<Network['read']>

const plainName = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u

/** `/name` alone; `reserved` are the network's own pages. */
function single(reserved: string, pattern = plainName) {
  const own = new Set(reserved.split(' '))
  return ([name = '', ...rest]: string[]): Reading =>
    pattern.test(name) && !own.has(name.toLowerCase()) && !/\.(?:php|html?|aspx?)$/i.test(name) && rest.length <= 1
      ? { handle: name, path: name }
      : null
}

/** `/kind/name`. */
function below(kinds: string, personKinds = '') {
  const known = new Set(kinds.split(' '))
  const persons = new Set(personKinds.split(' '))
  return ([kind = '', name = '']: string[]): Reading =>
    (known.has(kind.toLowerCase()) || persons.has(kind.toLowerCase())) && plainName.test(name)
      ? { handle: name, path: `${kind.toLowerCase()}/${name}`, person: persons.has(kind.toLowerCase()) }
      : null
}

/** `/@name`. */
const atName = ([name = '', kind]: string[]): Reading =>
  !/^(?:video|photo|post|live|\d+)$/.test(kind ?? '') && /^@[\p{L}\p{N}._-]{1,60}$/u.test(name)
    ? { handle: name, path: name }
    : null

function first(...readers: Network['read'][]): Network['read'] {
  return (segments, query) => {
    for (const read of readers) {
      const reading = read(segments, query)
      if (reading) return reading
    }
    return null
  }
}

const facebookOwn =
  'sharer sharer.php share share.php dialog tr plugins groups events watch marketplace gaming login login.php help policies policy privacy terms about ads business hashtag photo photo.php photos video video.php videos story.php stories permalink.php media l.php v2.0 home.php reel reels legal careers settings notes recover pg pages people profile.php p search r.php'

function facebook(segments: string[], query: URLSearchParams): Reading {
  const [head = '', name = '', id = ''] = segments
  const kind = head.toLowerCase()
  if (kind === 'profile.php' || (kind === 'people' && /^\d+$/.test(id))) {
    const number = kind === 'people' ? id : (query.get('id') ?? '')
    return /^\d{5,20}$/.test(number) ? { handle: number, path: `profile.php?id=${number}` } : null
  }
  if (kind === 'pages') {
    const number =
      [...segments].reverse().find((segment) => /^\d{5,20}$/.test(segment)) ?? /-(\d{5,20})$/.exec(name)?.[1]
    return number ? { handle: number, path: number } : null
  }
  if (kind === 'pg' || kind === 'p')
    return plainName.test(name) ? { handle: name, path: kind === 'p' ? `p/${name}` : name } : null
  return /^(?:posts|photos|videos|reviews|events)$/.test(name) && id ? null : single(facebookOwn)([head])
}

function youtube([head = '', name = '', ...rest]: string[]): Reading {
  if (/^@[\p{L}\p{N}._·-]{1,60}$/u.test(head)) return { handle: head, path: head }
  if (/^(?:user|c|channel)$/.test(head) && plainName.test(name)) return { handle: name, path: `${head}/${name}` }
  const own = single(
    'watch embed playlist shorts results feed live hashtag redirect about ads premium t v attribution_link subscription_center signin account oembed post iframe_api gaming music kids tv howyoutubeworks creators',
  )
  return rest.length === 0 && name === '' ? own([head]) : null
}

const twitterOwn =
  'intent share home hashtag search i login signup explore about tos privacy settings messages notifications compose download jobs who_to_follow widgets oauth status statuses logout account help'
const gitOwn =
  'about features pricing enterprise login join signup explore topics trending marketplace sponsors orgs settings security site contact apps collections events readme search new notifications issues pulls customer-stories team resources solutions users groups dashboard help public projects'

const networks: readonly Network[] = [
  {
    network: 'linkedin',
    hosts: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
    read: below('company school showcase companies', 'in pub'),
    home: 'https://www.linkedin.com/',
  },
  {
    network: 'x',
    hosts: /^(?:(?:mobile|m)\.)?(?:twitter|x)\.com$/,
    read: ([name = '', kind]) =>
      kind === 'status' ? null : single(twitterOwn, /^\w{1,30}$/)([name.replace(/^@/, '')]),
    home: 'https://x.com/',
  },
  {
    network: 'facebook',
    hosts: /^(?:(?:[a-z]{2}-[a-z]{2}|m|web|business|touch|mbasic|de|fr|es|it|nl|pt|en|ja)\.)?(?:facebook|fb)\.com$/,
    read: facebook,
    home: 'https://www.facebook.com/',
  },
  { network: 'facebook', hosts: /^fb\.me$/, read: single(facebookOwn), home: 'https://www.facebook.com/' },
  {
    network: 'instagram',
    hosts: /^(?:instagram\.com|instagr\.am)$/,
    read: single(
      'p explore accounts about legal reel reels stories tv developer directory share embed direct web api challenge',
      /^@?[\w.]{1,40}$/,
    ),
    home: 'https://www.instagram.com/',
  },
  { network: 'youtube', hosts: /^(?:m\.)?youtube\.com$/, read: youtube, home: 'https://www.youtube.com/' },
  {
    network: 'github',
    hosts: /^github\.com$/,
    read: first(below('orgs'), single(gitOwn)),
    home: 'https://github.com/',
  },
  { network: 'gitlab', hosts: /^gitlab\.com$/, read: single(gitOwn), home: 'https://gitlab.com/' },
  { network: 'tiktok', hosts: /^(?:m\.)?tiktok\.com$/, read: atName, home: 'https://www.tiktok.com/' },
  { network: 'threads', hosts: /^threads\.(?:net|com)$/, read: atName, home: 'https://www.threads.net/' },
  {
    network: 'pinterest',
    hosts: /^(?:[a-z]{2}\.)?pinterest\.(?:com|co\.uk|de|fr|es|it|at|ch|ca|com\.au|com\.mx|jp|pt|se|dk|ie|nz|ph)$/,
    read: single('pin search ideas explore login settings about business board _ categories today'),
    home: 'https://www.pinterest.com/',
  },
  {
    network: 'vimeo',
    hosts: /^vimeo\.com$/,
    read: first(
      below('user channels'),
      single(
        'watch features pricing about upgrade login join help blog categories channels groups ondemand stock create enterprise search explore album showcase event',
        /^(?!\d+$)[\w-]{1,60}$/,
      ),
    ),
    home: 'https://vimeo.com/',
  },
  {
    network: 'medium',
    hosts: /^medium\.com$/,
    read: first(
      atName,
      single('m p about search tag topic topics membership me new-story plans policy creators business jobs-at-medium'),
    ),
    home: 'https://medium.com/',
  },
  {
    network: 'discord',
    hosts: /^(?:discord\.gg|discord\.com|discordapp\.com)$/,
    read: (segments) => (segments[0] === 'invite' ? single('')(segments.slice(1)) : null),
    home: 'https://discord.gg/',
  },
  {
    network: 'telegram',
    hosts: /^(?:t|telegram)\.me$/,
    read: first(
      ([head = '', name = '']) => (head === 's' && plainName.test(name) ? { handle: name, path: name } : null),
      single('share joinchat addstickers iv proxy socks s c', /^[a-z]\w{3,40}$/i),
    ),
    home: 'https://t.me/',
  },
  { network: 'whatsapp', hosts: /^wa\.me$/, read: single('message qr c', /^\d{6,15}$/), home: 'https://wa.me/' },
  {
    network: 'twitch',
    hosts: /^(?:m\.)?twitch\.tv$/,
    read: single('directory p videos downloads jobs turbo settings search login embed'),
    home: 'https://www.twitch.tv/',
  },
  {
    network: 'reddit',
    hosts: /^(?:old\.|new\.)?reddit\.com$/,
    read: below('r', 'user u'),
    home: 'https://www.reddit.com/',
  },
  {
    network: 'xing',
    hosts: /^xing\.com$/,
    read: below('companies company pages', 'profile'),
    home: 'https://www.xing.com/',
  },
  {
    network: 'crunchbase',
    hosts: /^crunchbase\.com$/,
    read: below('organization company', 'person'),
    home: 'https://www.crunchbase.com/',
  },
  { network: 'bluesky', hosts: /^bsky\.app$/, read: below('profile'), home: 'https://bsky.app/' },
  {
    network: 'mastodon',
    hosts:
      /^(?:mastodon\.[a-z]{2,10}|mas\.to|mstdn\.[a-z]{2,10}|fosstodon\.org|hachyderm\.io|chaos\.social|infosec\.exchange|[a-z]+\.social)$/,
    read: atName,
    home: '',
  },
  {
    network: 'soundcloud',
    hosts: /^soundcloud\.com$/,
    read: single('discover search upload pages you stream charts'),
    home: 'https://soundcloud.com/',
  },
  {
    network: 'behance',
    hosts: /^behance\.net$/,
    read: single('gallery search joblist live assets galleries hire'),
    home: 'https://www.behance.net/',
  },
  {
    network: 'dribbble',
    hosts: /^dribbble\.com$/,
    read: single('shots jobs designers search signup session about tags stories'),
    home: 'https://dribbble.com/',
  },
  {
    network: 'snapchat',
    hosts: /^snapchat\.com$/,
    read: first(below('add'), atName),
    home: 'https://www.snapchat.com/',
  },
  {
    network: 'vk',
    hosts: /^(?:m\.)?vk\.com$/,
    read: single(
      'share share.php feed widget_community.php away.php login dev about app video wall search',
      /^(?!wall-?\d)\w[\w.]{1,60}$/,
    ),
    home: 'https://vk.com/',
  },
  { network: 'flickr', hosts: /^flickr\.com$/, read: below('photos people'), home: 'https://www.flickr.com/' },
  {
    network: 'yelp',
    hosts: /^yelp\.(?:com|ca|co\.uk|de|fr|it|es)$/,
    read: below('biz'),
    home: 'https://www.yelp.com/',
  },
  { network: 'kununu', hosts: /^kununu\.com$/, read: below('de at ch us'), home: 'https://www.kununu.com/' },
  {
    network: 'producthunt',
    hosts: /^producthunt\.com$/,
    read: first(atName, below('products posts')),
    home: 'https://www.producthunt.com/',
  },
  {
    network: 'slideshare',
    hosts: /^slideshare\.net$/,
    read: single('slideshow search login signup about explore upload'),
    home: 'https://www.slideshare.net/',
  },
  {
    network: 'tumblr',
    hosts: /^tumblr\.com$/,
    read: first(
      (segments) => (segments[0] === 'blog' ? single('')(segments.slice(1)) : null),
      single('share widgets login register dashboard explore tagged about policy'),
    ),
    home: 'https://www.tumblr.com/',
  },
]

/** The profile a link leads to; null for anything else on the network and for every other site. */
export function socialProfile(href: string): SocialProfile | null {
  let url: URL
  try {
    url = new URL(href.startsWith('//') ? `https:${href}` : href)
  } catch {
    return null
  }
  if (!/^https?:$/.test(url.protocol)) return null
  const host = url.hostname.replace(/^www\./, '')
  const segments = (url.hash.startsWith('#!/') ? url.hash.slice(2) : url.pathname)
    .split('/')
    .filter(Boolean)
    .map((segment) => decoded(segment))
  const known = networks.find((network) => network.hosts.test(host))
  if (!known) return null
  const reading = host === 'discord.gg' ? single('')(segments) : known.read(segments, url.searchParams)
  if (!reading) return null
  const home = known.home || `https://${host}/`
  const profile = { network: known.network, handle: reading.handle, person: reading.person ?? false }
  return { ...profile, url: home + reading.path.split('/').map(escaped).join('/') }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** What {@link decoded} undid, but readable where a URL allows. */
function escaped(segment: string): string {
  return encodeURIComponent(segment).replace(/%40/g, '@').replace(/%3F/g, '?').replace(/%3D/g, '=')
}
