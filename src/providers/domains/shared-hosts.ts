// Domains that belong to no single company: free mail, profiles on other people's sites, link shorteners, name registries.

/** Mail providers whose addresses say nothing about an employer. Access providers count: their customers' mail is not their staff's. */
const FREE_MAIL = new Set(
  `gmail.com googlemail.com outlook.com msn.com live.com hotmail.com passport.com icloud.com me.com mac.com aol.com aim.com ymail.com rocketmail.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tuta.com tutamail.com fastmail.com fastmail.fm hey.com zohomail.com zohomail.eu
  zoho.com mail.com email.com usa.com post.com consultant.com engineer.com europe.com asia.com myself.com dr.com writeme.com inbox.com hushmail.com runbox.com
  mailfence.com posteo.de posteo.net mailbox.org disroot.org riseup.net duck.com startmail.com lycos.com excite.com juno.com netzero.net
  gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.fr gmx.es gmx.co.uk web.de freenet.de t-online.de arcor.de email.de mail.de online.de vodafone.de o2online.de
  kabelmail.de bluewin.ch sunrise.ch hispeed.ch aon.at chello.at utanet.at orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr
  club-internet.fr aliceadsl.fr libero.it virgilio.it tin.it alice.it tiscali.it inwind.it iol.it tim.it telefonica.net terra.es ono.com ya.com
  sapo.pt mail.pt telenet.be skynet.be proximus.be scarlet.be ziggo.nl kpnmail.nl kpnplanet.nl planet.nl xs4all.nl home.nl hetnet.nl upcmail.nl casema.nl
  telia.com spray.se online.no broadpark.no mail.dk jubii.dk stofanet.dk pp.inet.fi kolumbus.fi seznam.cz centrum.cz email.cz post.cz volny.cz azet.sk
  centrum.sk zoznam.sk wp.pl o2.pl onet.pl onet.eu op.pl interia.pl gazeta.pl poczta.fm tlen.pl freemail.hu citromail.hu abv.bg mail.bg dir.bg
  mail.ru bk.ru list.ru inbox.ru internet.ru rambler.ru ya.ru ukr.net i.ua meta.ua bigmir.net tut.by inbox.lv walla.com walla.co.il bezeqint.net
  netvision.net.il comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net spectrum.net earthlink.net optonline.net frontier.com
  frontiernet.net windstream.net centurylink.net q.com roadrunner.com rr.com twc.com mindspring.com ptd.net shaw.ca rogers.com sympatico.ca bell.net telus.net
  videotron.ca cogeco.ca btinternet.com btopenworld.com sky.com virginmedia.com virgin.net ntlworld.com blueyonder.co.uk talktalk.net tiscali.co.uk
  o2.co.uk orange.net plusnet.com eircom.net bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au westnet.com.au xtra.co.nz slingshot.co.nz
  mweb.co.za telkomsa.net webmail.co.za vodamail.co.za qq.com foxmail.com 163.com 126.com 139.com yeah.net sina.com sina.cn sohu.com 21cn.com aliyun.com 189.cn
  naver.com daum.net hanmail.net nate.com docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp nifty.com biglobe.ne.jp ocn.ne.jp so-net.ne.jp
  pchome.com.tw hinet.net seed.net.tw netvigator.com singnet.com.sg rediffmail.com rediff.com sify.com indiatimes.com uol.com.br bol.com.br terra.com.br
  ig.com.br globo.com globomail.com oi.com.br r7.com zipmail.com.br prodigy.net.mx fibertel.com.ar arnet.com.ar speedy.com.ar ciudad.com.ar vtr.net
  mailinator.com guerrillamail.com 10minutemail.com yopmail.com trashmail.com temp-mail.org sharklasers.com maildrop.cc getnada.com dispostable.com`.split(
    /\s+/,
  ),
)

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
