// Pages as real sites write them, each with what changes by itself or with one edit: made up, for measuring page watches.

/** What a page is drawn from at one poll. */
export interface PollAt {
  /** From 1. */
  poll: number
  at: Date
  /** 0..1, another at each call. */
  chance: () => number
  /** True once the edit is made. */
  isEdited: boolean
}

export interface PageCase {
  name: string
  url: string
  html(at: PollAt): string
  /** Hours between polls; a day without it. */
  hours?: number
  /** What the title of the signal must say; absent where every poll must be silent. */
  says?: RegExp
}

const document = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}
<link rel="stylesheet" href="/assets/site.css"></head><body>
<header class="site-header"><a class="logo" href="/">Acme</a><nav class="navbar"><ul><li><a href="/product">Product</a></li>
<li><a href="/pricing">Pricing</a></li><li><a href="/customers">Customers</a></li><li><a href="/careers">Careers</a></li></ul></nav></header>
${body}
<footer class="site-footer"><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul><p>© 2026 Acme Inc.</p></footer>
<script src="/assets/app.js"></script></body></html>`

const pick = <T>(all: readonly T[], chance: () => number): T => all[Math.floor(chance() * all.length)] as T
const shuffled = <T>(all: readonly T[], chance: () => number): T[] => {
  const left = [...all]
  return all.map(() => left.splice(Math.floor(chance() * left.length), 1)[0] as T)
}
const some = <T>(all: readonly T[], count: number, chance: () => number) => shuffled(all, chance).slice(0, count)

const QUOTES = [
  ['Setting it up took us one afternoon and it has paid for itself since.', 'Mara Lind, Nordwind'],
  ['We closed three offices worth of spreadsheets in the first month.', 'Jon Abara, Felton Group'],
  ['Support answers within the hour, which nobody else does for us.', 'Ines Prat, Casa Prat'],
  ['The reports are what our board asks for first every quarter.', 'Wei Chan, Harbour Lines'],
  ['Our sales team would strike if we took it away from them.', 'Tom Reyes, Oak and Pine'],
  ['It replaced four tools and the people who kept them in step.', 'Lea Voss, Voss Logistik'],
] as const
const quote = (chance: () => number) => {
  const [words, name] = pick(QUOTES, chance)
  return `<section class="testimonial"><blockquote><p>${words}</p></blockquote><cite>${name}</cite></section>`
}
const BLURB = `<p>Acme keeps the books of small and mid-sized companies in order: invoices, wages and taxes in one place.</p>
<p>More than a simple ledger, it closes the month by itself and tells you what it could not match.</p>
<p>Cancel at any time. Your data stays yours, and you can take all of it with you as a file.</p>`

const plan = (name: string, price: string, items: readonly string[], more = '') =>
  `<div class="plan card"><div class="card-body"><h3 class="plan-name">${name}</h3><div class="price"><span class="amount">${price}</span><span class="per"> / month</span></div>
<ul class="features">${items.map((one) => `<li>${one}</li>`).join('')}</ul></div><div class="card-footer">${more || 'Billed yearly'}</div><a class="btn btn-primary" href="/signup">Start free trial</a></div>`
const pricing = (starter: string, { footer = '', extra = '', top = '<h1>Pricing</h1>' } = {}) =>
  document(
    'Pricing – Acme',
    `<main>${top}<p class="lead">Simple plans that grow with you.</p><div class="plans">${plan('Starter', starter, ['1 seat', '100 invoices'], footer)}${plan('Team', '$199', ['10 seats', '5,000 invoices', 'Priority support'])}${plan('Scale', '$499', ['Unlimited seats', 'SSO', 'Audit log'])}</div>${BLURB}${extra}</main>`,
  )

const PEOPLE = [
  ['Ada Brandt', 'Chief Executive Officer'],
  ['Milo Ferrer', 'Head of Sales'],
  ['Sana Iqbal', 'Software Engineer'],
  ['Otto Blum', 'Account Manager'],
  ['Greta Holm', 'Designer'],
] as const
const team = (people: readonly (readonly [string, string])[], extra = '') =>
  document(
    'Our team | Acme',
    `<main class="content"><h1>Our team</h1><p>We work from Lisbon, Graz and wherever the train is late.</p><div class="team-grid">${people.map(([name, role]) => `<div class="team-member"><img src="/img/${name.slice(0, 3)}.jpg" alt=""><h4>${name}</h4><p class="role">${role}</p></div>`).join('')}</div>${extra}</main>`,
  )

const JOBS = [
  'Backend Engineer',
  'Account Executive',
  'Payroll Specialist',
  'Product Designer',
  'Office Manager',
  'Data Analyst',
]
const jobs = (titles: readonly string[], extra = '') =>
  document(
    'Careers at Acme',
    `<main><h1>Careers</h1><p>Come and close the month with us.</p><h2>Open positions</h2><ul class="job-list">${titles.map((title, at) => `<li class="job"><a href="/careers/${at}-${title.toLowerCase().replaceAll(' ', '-')}">${title}</a> <span class="location">${['Lisbon', 'Graz', 'Remote'][title.length % 3]}</span></li>`).join('')}</ul>${extra}</main>`,
  )

const HEADLINES = Array.from({ length: 60 }, (_, at) => {
  const who = ['Acme', 'The payroll team', 'Our partner Felton', 'A customer in Porto', 'The lab'][at % 5]
  const what = ['opens the books on', 'writes about', 'rethinks', 'ships', 'explains'][(at * 3) % 5]
  return `${who} ${what} ${['month-end close', 'tax season', 'open data', 'offline mode', 'bank feeds', 'wage slips', 'audits'][at % 7]} part ${String.fromCharCode(97 + (at % 26))}${at}`
})
const articles = (headlines: readonly string[]) =>
  headlines
    .map(
      (title, at) =>
        `<article class="post"><h3><a href="/news/${title.length}-${at}">${title}</a></h3><p class="teaser">What ${title.toLowerCase()} means for you in a few lines.</p></article>`,
    )
    .join('')
const news = (headlines: readonly string[], extra = '') =>
  document('News – Acme', `<main><h1>News</h1><div class="posts">${articles(headlines)}</div>${extra}</main>`)

const shop = (button: string, { note = '', extra = '' } = {}) =>
  document(
    'Oak desk 140 cm | Acme Living',
    `<main class="product"><h1>Oak desk 140 cm</h1><div class="gallery"><img src="/p/1.jpg" alt="Oak desk"></div><div class="buy"><span class="price">€ 389,00</span><p class="vat">incl. VAT, plus shipping</p>
<form action="/cart" method="post" class="cart-form"><input type="hidden" name="sku" value="OD140"><label>Colour <select name="colour"><option>Natural</option><option>Black</option></select></label><button type="submit" class="add-to-cart">${button}</button>${note}</form></div>
<h2>Description</h2><p>Solid oak from forests nearby, oiled by hand. The top is 26 mm thick and the frame folds.</p><table class="specs"><tr><th>Width</th><td>140 cm</td></tr><tr><th>Depth</th><td>70 cm</td></tr><tr><th>Weight</th><td>31 kg</td></tr></table>${extra}</main>`,
  )

const PRODUCTS = Array.from({ length: 14 }, (_, at) => [
  `${['Oak', 'Ash', 'Birch', 'Walnut'][at % 4]} ${['stool', 'shelf', 'lamp', 'bench', 'chair'][at % 5]} ${at + 1}`,
  `€ ${39 + at * 17},00`,
]) as [string, string][]
const webForms = (body: string, token: string) =>
  `<!DOCTYPE html><html><head><title>Price list - Werner Tools</title></head><body><form method="post" action="./Prices.aspx" id="form1">
<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEPDwUK${token}"><input type="hidden" name="__EVENTVALIDATION" value="${token}">
<div id="ctl00_menu"><a href="Default.aspx">Home</a> <a href="Prices.aspx">Prices</a></div><div id="ctl00_content"><h2>Price list</h2>${body}</div></form></body></html>`

const compare = (cell: string) =>
  `<h2>Compare plans</h2><table class="compare"><thead><tr><th></th><th>Starter</th><th>Team</th></tr></thead><tbody><tr><td>Bank feeds</td><td>✓</td><td>✓</td></tr><tr><td>API access</td><td>${cell}</td><td>✓</td></tr><tr><td>Support</td><td>Mail</td><td>Mail and telephone</td></tr></tbody></table>`

const TERMS = Array.from(
  { length: 60 },
  (_, at) =>
    `<p>${at + 1}. The ${['customer', 'provider', 'agent', 'party'][at % 4]} ${['keeps', 'provides', 'returns', 'names'][(at * 7) % 4]} the ${['records', 'notice', 'invoice', 'deposit', 'licence'][at % 5]} within ${14 + (at % 3)} days, unless section ${1 + ((at * 11) % 60)} says otherwise in the case at hand.</p>`,
)
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const longDay = (at: Date) =>
  `${WEEKDAYS[at.getUTCDay()]}, ${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`
const hex = (chance: () => number, length: number) =>
  Array.from({ length }, () => Math.floor(chance() * 16).toString(16)).join('')
const groupedDigits = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** Whatever these pages do, nothing happened. */
export const NOISE: readonly PageCase[] = [
  { name: 'rotating quote', url: '/pricing', html: ({ chance }) => pricing('$49', { extra: quote(chance) }) },
  {
    name: 'rotating quote without a telling name',
    url: '/pricing',
    html: ({ chance }) => {
      const [words, name] = pick(QUOTES, chance)
      return pricing('$49', {
        extra: `<div class="row-x7"><div class="col"><h4>${name}</h4><p>${words}</p></div></div>`,
      })
    },
  },
  {
    name: 'headline A/B test',
    url: '/pricing',
    html: ({ chance }) =>
      pricing('$49', { top: `<h1>${pick(['Pricing that adds up', 'One price. Every feature.'], chance)}</h1>` }),
  },
  {
    name: 'hero with three variants',
    url: '/',
    html: ({ chance }) => {
      const [title, text, button] = pick(
        [
          ['Close the month in a day', 'Books, wages and taxes in one place.', 'Start free'],
          ['Your books, done', 'Join the companies that stopped typing.', 'Get a demo'],
          ['Accounting without the panic', 'Everything matched by Monday.', 'Try it now'],
        ],
        chance,
      )
      return document(
        'Acme',
        `<main><section class="hero"><h1>${title}</h1><p>${text}</p><a class="btn" href="/signup">${button}</a></section>${BLURB}</main>`,
      )
    },
  },
  {
    name: 'section that is there for half of the visitors',
    url: '/',
    html: ({ chance }) =>
      document(
        'Acme',
        `<main><h1>Acme</h1>${chance() < 0.5 ? '<section class="why"><h2>Why teams switch</h2><p>Because the month ends on the last day, not two weeks later.</p></section>' : ''}${BLURB}</main>`,
      ),
  },
  {
    name: 'counter of customers',
    url: '/',
    html: ({ poll }) =>
      document(
        'Acme',
        `<main><h1>Acme</h1><div class="stats"><div><b>${groupedDigits(12_400 + poll * 31)}</b> companies</div><div><b>${groupedDigits(9_120_400 + poll * 5_417)}</b> invoices matched</div></div>${BLURB}</main>`,
      ),
  },
  {
    name: 'cookie box, sometimes there',
    url: '/pricing',
    html: ({ chance }) =>
      pricing('$49', {
        extra:
          chance() < 0.5
            ? '<div id="cookie-consent-banner" role="dialog"><p>We use cookies to improve your visit.</p><button>Accept all</button></div>'
            : '',
      }),
  },
  {
    name: 'cookie box without a telling name, sometimes there',
    url: '/pricing',
    html: ({ chance }) =>
      pricing('$49', {
        extra:
          chance() < 0.6
            ? '<div class="xb2 bottom"><p>We value your privacy. We and our partners store information on your device.</p><button>Agree</button><button>Settings</button></div>'
            : '',
      }),
  },
  {
    name: 'rotating products with prices',
    url: '/desk',
    html: ({ chance }) =>
      shop('Add to cart', {
        extra: `<section class="grid"><h2>From our workshop</h2>${some(PRODUCTS, 4, chance)
          .map(
            ([name, price]) =>
              `<div class="tile"><a href="/p/${name.replaceAll(' ', '-')}">${name}</a><span class="price">${price}</span></div>`,
          )
          .join('')}</section>`,
      }),
  },
  {
    name: 'logos of customers in any order',
    url: '/',
    html: ({ chance }) =>
      document(
        'Acme',
        `<main><h1>Acme</h1>${BLURB}<ul class="customers">${shuffled(
          ['Nordwind', 'Felton Group', 'Casa Prat', 'Harbour Lines', 'Oak and Pine', 'Voss Logistik'],
          chance,
        )
          .map((name) => `<li>${name}</li>`)
          .join('')}</ul></main>`,
      ),
  },
  {
    name: 'today’s date in the head of the page',
    url: '/news',
    html: ({ at }) => news(HEADLINES.slice(0, 6), `<p class="today">${longDay(at)}</p>`),
  },
  {
    name: 'today’s date, polled every hour',
    url: '/news',
    hours: 1,
    html: ({ at }) => news(HEADLINES.slice(0, 6), `<p class="edition">${longDay(at)}</p>`),
  },
  {
    name: 'clock and stamp of the last update',
    url: '/status',
    html: ({ at, poll }) =>
      document(
        'Status – Acme',
        `<main><h1>Status</h1><p>All systems run.</p><p>Last updated: ${at.toISOString().slice(0, 10)} ${String(poll % 24).padStart(2, '0')}:${String((poll * 7) % 60).padStart(2, '0')} UTC</p><p>Page generated in 0.${100 + poll * 3} s</p></main>`,
      ),
  },
  {
    name: 'WebForms with its view state',
    url: '/Prices.aspx',
    html: ({ chance }) =>
      webForms(
        '<table><tr><td>Hammer</td><td>$19.00</td></tr><tr><td>Saw</td><td>$24.50</td></tr></table>',
        hex(chance, 64),
      ),
  },
  {
    name: 'news with times that pass',
    url: '/news',
    html: ({ poll }) =>
      document(
        'News – Acme',
        `<main><h1>News</h1>${HEADLINES.slice(0, 6)
          .map((title, at) => `<article><h3>${title}</h3><span class="time">${poll + at * 3} days ago</span></article>`)
          .join('')}</main>`,
      ),
  },
  {
    name: 'slides in any order',
    url: '/',
    html: ({ chance }) =>
      document(
        'Acme',
        `<main><h1>Acme</h1><div class="swiper">${shuffled(['Invoices', 'Wages', 'Taxes', 'Bank feeds'], chance)
          .map(
            (name) =>
              `<div class="swiper-slide"><h3>${name}</h3><p>How ${name.toLowerCase()} match themselves.</p></div>`,
          )
          .join('')}</div>${BLURB}</main>`,
      ),
  },
  {
    name: 'slide that is drawn by lot',
    url: '/',
    html: ({ chance }) => {
      const name = pick(['Invoices', 'Wages', 'Taxes', 'Bank feeds', 'Audits'], chance)
      return document(
        'Acme',
        `<main><h1>Acme</h1><div class="panel"><h3>${name}</h3><p>How ${name.toLowerCase()} match themselves.</p><a href="/x">Read on ${name}</a></div>${BLURB}</main>`,
      )
    },
  },
  {
    name: 'banner of a sale that counts down',
    url: '/pricing',
    html: ({ chance, poll }) =>
      pricing('$49', {
        top: `<div class="topbar">${pick(['Free shipping over €50', 'Sale', 'New: bank feeds'], chance)} – ends in ${String(23 - (poll % 24)).padStart(2, '0')}:${String((poll * 13) % 60).padStart(2, '0')}:12</div><h1>Pricing</h1>`,
      }),
  },
  {
    name: 'price of a share in a table',
    url: '/investors',
    html: ({ chance }) =>
      document(
        'Investors – Acme',
        `<main><h1>Investors</h1><table><tr><th>Share price</th><td>€ ${(40 + chance() * 3).toFixed(2)}</td></tr><tr><th>ISIN</th><td>DE000A1EWWW0</td></tr></table>${BLURB}</main>`,
      ),
  },
  {
    name: 'visitors who look at the same thing',
    url: '/desk',
    html: ({ chance }) =>
      shop('Add to cart', {
        note: `<p class="urgency">${3 + Math.floor(chance() * 40)} people are looking at this</p>`,
      }),
  },
  {
    name: 'posts drawn by lot, with headline and teaser',
    url: '/blog/one',
    html: ({ chance }) =>
      document(
        'Month-end close – Acme',
        `<main><h1>Month-end close</h1>${BLURB}<div class="more">${articles(some(HEADLINES, 3, chance))}</div></main>`,
      ),
  },
  {
    name: 'advertisement, mostly there',
    url: '/news',
    html: ({ chance }) =>
      news(
        HEADLINES.slice(0, 8),
        chance() < 0.7
          ? `<div class="zq"><p>${pick(['Cheap flights to Faro', 'New phones from 299', 'Learn Danish in a week', 'Insure your bicycle'], chance)}</p></div>`
          : '',
      ),
  },
  {
    name: 'sponsor somewhere in a list',
    url: '/careers',
    html: ({ chance }) => {
      const list = [...JOBS, 'Nurse', 'Courier']
      if (chance() < 0.5) list.splice(Math.floor(chance() * list.length), 0, 'Sponsored: drive with Hopp')
      return jobs(list)
    },
  },
  {
    name: 'rows in any order',
    url: '/rates',
    html: ({ chance }) =>
      document(
        'Rates – Acme',
        `<main><h1>Rates</h1><table><tr><th>Country</th><th>Fee</th></tr>${shuffled(
          ['Austria', 'Belgium', 'Chile', 'Denmark', 'Egypt'],
          chance,
        )
          .map((name) => `<tr><td>${name}</td><td>${name.length / 10} %</td></tr>`)
          .join('')}</table></main>`,
      ),
  },
  {
    name: 'likes and comments',
    url: '/news',
    html: ({ poll }) =>
      document(
        'News – Acme',
        `<main><h1>News</h1>${HEADLINES.slice(0, 5)
          .map(
            (title, at) =>
              `<article><h3>${title}</h3><span>${120 + poll * (at + 1)} likes</span> <span>${8 + (poll >> 1)} comments</span></article>`,
          )
          .join('')}</main>`,
      ),
  },
  {
    name: 'notice in place of the page, now and then',
    url: '/pricing',
    html: ({ poll, chance }) =>
      poll > 1 && chance() < 0.08
        ? '<html><head><title>Be right back</title></head><body><main><h1>We will be back soon</h1><p>Acme is being updated.</p></main></body></html>'
        : pricing('$49', { extra: compare('✓') }),
  },
  {
    name: 'new names of classes with each build, and a new frame',
    url: '/pricing',
    html: ({ poll }) => {
      const build = `c${(poll >> 2) + 10}f`
      const page = pricing('$49').replaceAll('class="', `class="${build} `)
      return poll > 14
        ? page
            .replace('<main>', '<main><div class="wrapper"><div class="inner">')
            .replace('</main>', '</div></div></main>')
        : page
    },
  },
  {
    name: 'weather and address of the visitor',
    url: '/visit',
    html: ({ chance }) =>
      document(
        'Visit us – Acme',
        `<main><h1>Visit us</h1><p>Rua Nova 12, Lisbon</p><div class="wx">Now in Lisbon: ${Math.round(8 + chance() * 14)} °C, ${pick(['sunny', 'cloudy', 'light rain'], chance)}</div><p>You come from 192.0.2.${Math.floor(chance() * 250)}</p>${BLURB}</main>`,
      ),
  },
  { name: 'page that stands still', url: '/pricing', html: () => pricing('$49') },
  {
    name: 'terms that stand still',
    url: '/terms',
    html: () => document('Terms – Acme', `<main><h1>Terms</h1>${TERMS.join('')}</main>`),
  },
]

/** One edit each, on pages of which some change by themselves besides. */
export const EDITS: readonly PageCase[] = [
  {
    name: 'price on a card',
    url: '/pricing',
    says: /Starter.*\$49 → \$99/,
    html: ({ isEdited, chance }) => pricing(isEdited ? '$99' : '$49', { extra: quote(chance) }),
  },
  {
    name: 'price in a table',
    url: '/Prices.aspx',
    says: /Saw.*\$24\.50 → \$26\.00/,
    html: ({ isEdited, chance }) =>
      webForms(
        `<table><tr><td>Hammer</td><td>$19.00</td></tr><tr><td>Saw</td><td>${isEdited ? '$26.00' : '$24.50'}</td></tr></table>`,
        hex(chance, 64),
      ),
  },
  {
    name: 'button of a shop: sold out',
    url: '/desk',
    says: /Add to cart → Sold out/,
    html: ({ isEdited }) => shop(isEdited ? 'Sold out' : 'Add to cart'),
  },
  {
    name: 'date of an event',
    url: '/webinar',
    says: /March 4.*→.*March 11/,
    html: ({ isEdited }) =>
      document(
        'Webinar – Acme',
        `<main><h1>Webinar: the quick close</h1><dl><dt>When</dt><dd><time datetime="x">${isEdited ? 'March 11, 2027' : 'March 4, 2027'}</time></dd><dt>Where</dt><dd>Online</dd></dl>${BLURB}</main>`,
      ),
  },
  {
    name: 'new person on the team page',
    url: '/team',
    says: /Nora Vik/,
    html: ({ isEdited, chance }) =>
      team(
        isEdited ? [...PEOPLE.slice(0, 2), ['Nora Vik', 'Chief Financial Officer'], ...PEOPLE.slice(2)] : PEOPLE,
        quote(chance),
      ),
  },
  {
    name: 'person gone from the team page',
    url: '/team',
    says: /Milo Ferrer/,
    html: ({ isEdited }) => team(PEOPLE.filter(([name]) => !isEdited || name !== 'Milo Ferrer')),
  },
  {
    name: 'new job in a list of links',
    url: '/careers',
    says: /Tax Counsel/,
    html: ({ isEdited }) => jobs(isEdited ? [...JOBS.slice(0, 3), 'Tax Counsel', ...JOBS.slice(3)] : JOBS),
  },
  {
    name: 'job gone from a list of links',
    url: '/careers',
    says: /Payroll Specialist/,
    html: ({ isEdited }) => jobs(JOBS.filter((title) => !isEdited || title !== 'Payroll Specialist')),
  },
  {
    name: 'news item at the top of a list',
    url: '/news',
    says: /Acme buys a printing house/,
    html: ({ isEdited, at }) =>
      news(
        isEdited ? ['Acme buys a printing house', ...HEADLINES.slice(0, 7)] : HEADLINES.slice(0, 8),
        `<p class="today">${longDay(at)}</p>`,
      ),
  },
  {
    name: 'tick that becomes a dash',
    url: '/pricing',
    says: /API access.*✓ → ✗/,
    html: ({ isEdited, chance }) => pricing('$49', { extra: compare(isEdited ? '✗' : '✓') + quote(chance) }),
  },
  {
    name: 'foot of a card',
    url: '/pricing',
    says: /yearly → Billed monthly|Billed yearly → Billed monthly|yearly → monthly/,
    html: ({ isEdited }) => pricing('$49', { footer: isEdited ? 'Billed monthly' : 'Billed yearly' }),
  },
  {
    name: 'dish on a menu',
    url: '/lunch',
    says: /Caldo verde.*€ ?7\.50 → € ?8\.90/,
    html: ({ isEdited }) =>
      document(
        'Lunch – Casa Prat',
        `<main><h1>Lunch</h1><ul class="menu"><li><span class="dish">Caldo verde</span> <span class="price">€ ${isEdited ? '8.90' : '7.50'}</span></li><li><span class="dish">Bacalhau</span> <span class="price">€ 14.00</span></li><li><span class="dish">Pastel de nata</span> <span class="price">€ 2.20</span></li></ul></main>`,
      ),
  },
  {
    name: 'dividend in a box called share',
    url: '/investors',
    says: /€ ?1\.10 → € ?1\.35/,
    html: ({ isEdited }) =>
      document(
        'Investors – Acme',
        `<main><h1>Investors</h1><div class="share"><h2>The share</h2><p>Dividend for 2025: € ${isEdited ? '1.35' : '1.10'}</p></div>${BLURB}</main>`,
      ),
  },
  {
    name: 'one line of long terms',
    url: '/terms',
    says: /14 → 30|30 days/,
    html: ({ isEdited }) => {
      const lines = [...TERMS]
      if (isEdited) lines[30] = (lines[30] ?? '').replace(/within \d+ days/, 'within 30 days')
      return document('Terms – Acme', `<main><h1>Terms</h1>${lines.join('')}</main>`)
    },
  },
  {
    name: 'headline, for good',
    url: '/',
    says: /Acme is now part of Felton/,
    html: ({ isEdited }) =>
      document(
        'Acme',
        `<main><section class="hero"><h1>${isEdited ? 'Acme is now part of Felton' : 'Close the month in a day'}</h1></section>${BLURB}</main>`,
      ),
  },
  {
    name: 'value of a term',
    url: '/contact',
    says: /24\/7 → Mon–Fri/,
    html: ({ isEdited }) =>
      document(
        'Contact – Acme',
        `<main><h1>Contact</h1><dl><dt>Support</dt><dd>${isEdited ? 'Mon–Fri' : '24/7'}</dd><dt>Telephone</dt><dd>+351 210 000 000</dd></dl></main>`,
      ),
  },
  {
    name: 'choice that is sold out',
    url: '/desk',
    says: /Black → Black \(sold out\)|\(sold out\)/,
    html: ({ isEdited, chance }) =>
      shop('Add to cart', { extra: quote(chance) }).replace(
        '<option>Black</option>',
        `<option>${isEdited ? 'Black (sold out)' : 'Black'}</option>`,
      ),
  },
  {
    name: 'paragraph that is added',
    url: '/about',
    says: /Acme Iberia/,
    html: ({ isEdited, chance }) =>
      document(
        'About – Acme',
        `<main><h1>About</h1>${BLURB}${isEdited ? '<p>In spring we founded Acme Iberia, our first daughter.</p>' : ''}${quote(chance)}</main>`,
      ),
  },
  {
    name: 'product that leaves the range',
    url: '/range',
    says: /Walnut/,
    html: ({ isEdited }) =>
      document(
        'Range – Acme Living',
        `<main><h1>Range</h1><div class="grid">${PRODUCTS.filter((_, at) => !isEdited || at !== 3)
          .map(([name, price]) => `<div class="tile"><a href="/p">${name}</a><span class="price">${price}</span></div>`)
          .join('')}</div></main>`,
      ),
  },
  {
    name: 'line without a letter',
    url: '/lottery',
    says: /4 8 15 16 23 42 → 3 9 14 22 31 40/,
    html: ({ isEdited }) =>
      document(
        'Draw – Acme',
        `<main><h1>Draw</h1><p class="numbers">${isEdited ? '3 9 14 22 31 40' : '4 8 15 16 23 42'}</p>${BLURB}</main>`,
      ),
  },
]

/** Says at once that there is nothing to watch. */
export const EMPTY: readonly { name: string; html: string }[] = [
  {
    name: 'single-page app',
    html: '<!doctype html><html><head><title>Acme</title><script type="module" src="/assets/index-4f3a.js"></script></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>',
  },
  {
    name: 'single-page app that says it loads',
    html: '<!doctype html><html><head><title>Acme</title></head><body><div id="app"><div class="spinner">Loading…</div></div><script src="/main.js"></script></body></html>',
  },
  {
    name: 'pictures only',
    html: '<html><body><main><img src="/a.jpg" alt=""><script>draw()</script></main></body></html>',
  },
]

/** Stock that goes back and forth: each change is told. */
export const STOCK: PageCase = {
  name: 'stock, back and forth',
  url: '/desk',
  html: ({ poll }) => shop(poll >= 10 && (poll - 10) % 4 < 2 ? 'Sold out' : 'Add to cart'),
}
