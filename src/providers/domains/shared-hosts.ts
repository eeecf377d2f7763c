// Domains that belong to no single company: free mail, profiles on other people's sites, link shorteners, name registries, domain parking.
import mailProviders from 'email-providers/all.json' with { type: 'json' }

/** Providers and access providers that the kept list lacks. */
const MORE_FREE_MAIL = `passport.com tutanota.com tutanota.de tuta.io tuta.com tutamail.com fastmail.com zohomail.com zohomail.eu mailfence.com posteo.de posteo.net
  disroot.org riseup.net duck.com startmail.com mail.de vodafone.de o2online.de sunrise.ch hispeed.ch aon.at chello.at utanet.at bbox.fr
  numericable.fr tim.it telefonica.net ono.com ya.com proximus.be scarlet.be ziggo.nl kpnplanet.nl xs4all.nl upcmail.nl casema.nl telia.com online.no
  broadpark.no mail.dk jubii.dk stofanet.dk pp.inet.fi kolumbus.fi volny.cz azet.sk zoznam.sk onet.eu op.pl tlen.pl citromail.hu mail.bg dir.bg
  internet.ru meta.ua bigmir.net tut.by bezeqint.net spectrum.net plusnet.com slingshot.co.nz mweb.co.za telkomsa.net vodamail.co.za 139.com sohu.com
  189.cn au.com nifty.com biglobe.ne.jp ocn.ne.jp so-net.ne.jp pchome.com.tw hinet.net seed.net.tw netvigator.com rediff.com ciudad.com.ar vtr.net`

/** In the kept list because they once gave out mailboxes, or still do to customers; today the mail of a company's own staff is there. */
const COMPANIES = new Set(
  'bt.com bolt.com name.com oath.com about.com space.com check.com edge.net adoption.com example.com'.split(' '),
)

/** Mail providers whose addresses say nothing about an employer. Access providers count: their customers' mail is not their staff's. */
const FREE_MAIL = new Set([...mailProviders, ...MORE_FREE_MAIL.split(/\s+/)].filter((domain) => !COMPANIES.has(domain)))

/** Whole families under many country endings. */
const FREE_MAIL_FAMILY =
  /^(yahoo|hotmail|live|outlook|msn|windowslive|yandex|aol|gmx|hush|tiscali|lycos|rediffmail)\.[a-z.]{2,6}$/

/** Sites where a path is the profile, page or listing of a user. */
const PROFILE_HOSTS = new Set(
  `linkedin.com lnkd.in facebook.com fb.com fb.me m.me twitter.com x.com t.co instagram.com threads.net threads.com tiktok.com youtube.com youtu.be vimeo.com
  pinterest.com snapchat.com reddit.com discord.gg discord.com t.me telegram.me wa.me whatsapp.com vk.com ok.ru weibo.com weixin.qq.com line.me medium.com substack.com
  tumblr.com github.com gitlab.com bitbucket.org behance.net dribbble.com crunchbase.com pitchbook.com owler.com zoominfo.com apollo.io rocketreach.co glassdoor.com indeed.com
  monster.com xing.com kununu.com wellfound.com angel.co producthunt.com g2.com capterra.com trustpilot.com yelp.com tripadvisor.com yellowpages.com
  foursquare.com bbb.org dnb.com opencorporates.com bloomberg.com wikipedia.org wikidata.org google.com goo.gl g.page g.co maps.app.goo.gl
  apple.com play.google.com amazon.com ebay.com etsy.com airbnb.com booking.com eventbrite.com meetup.com calendly.com linktr.ee beacons.ai bio.link about.me
  carrd.co bit.ly tinyurl.com ow.ly buff.ly is.gd rebrand.ly cutt.ly notion.so notion.site canva.com dropbox.com patreon.com gofundme.com soundcloud.com
  spotify.com open.spotify.com twitch.tv slideshare.net scribd.com issuu.com quora.com stackoverflow.com`.split(/\s+/),
)

/** Private suffixes under which the names are sold like under a country's own ending, so the name is the buyer's. */
const SOLD_SUFFIXES = new Set(
  `uk.com us.com eu.com de.com co.com gb.net uk.net se.net jp.net hu.net in.net br.com cn.com za.com ru.com sa.com jpn.com mex.com gr.com com.de com.se
  co.nl co.no eu.org us.org ae.org radio.am radio.fm co.dk com.nf africa.com qc.com no.com hu.com kr.com uy.com gb.com ar.com`.split(
    /\s+/,
  ),
)

/** Where the pages of domains are that are parked or for sale. */
const PARKING_HOSTS = new Set(
  `sedo.com sedoparking.com hugedomains.com dan.com afternic.com undeveloped.com bodis.com parkingcrew.net above.com domainmarket.com buydomains.com
  namedrive.com squadhelp.com atom.com brandbucket.com efty.com domainnamesales.com uniregistry.com skenzo.com cashparking.com parklogic.com`.split(
    /\s+/,
  ),
)

/** True for the pages of those who park or sell domains. */
export function isParkingHost(host: string): boolean {
  return PARKING_HOSTS.has(host) || [...PARKING_HOSTS].some((parking) => host.endsWith(`.${parking}`))
}

/** True for hosts where any person can open a mailbox; `domain` is a registrable domain in lower case. */
export function isFreeMail(domain: string): boolean {
  return FREE_MAIL.has(domain) || FREE_MAIL_FAMILY.test(domain)
}

/** True when a page below this host is a user's profile rather than the host owner's own site. */
export function isProfileHost(domain: string, host: string): boolean {
  return PROFILE_HOSTS.has(domain) || PROFILE_HOSTS.has(host)
}

export function isSoldSuffix(suffix: string): boolean {
  return SOLD_SUFFIXES.has(suffix)
}
