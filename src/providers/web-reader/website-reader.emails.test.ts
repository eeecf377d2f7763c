// Which e-mail addresses are found on a page, however they are hidden, and which strings are not taken for one.
import { describe, expect, it } from 'vitest'
import { findEmails, normalEmail } from './website-reader.emails.ts'
import { bringTogether } from './website-reader.facts.ts'
import { readPage } from './website-reader.page.ts'

const emailsOf = (html: string) => findEmails(readPage(html)).map(({ email }) => email)

describe('the address info@acme.example is found when it is written', () => {
  it.each([
    '<p>info[at]acme.example</p>',
    '<p>info(at)acme.example</p>',
    '<p>info {at} acme {dot} example</p>',
    '<p>info (at) acme (dot) example</p>',
    '<p>info AT acme DOT example</p>',
    '<p>info at acme dot example</p>',
    '<p>info [ät] acme [punkt] example</p>',
    '<p>info (arroba) acme (punto) example</p>',
    '<p>info arroba acme punto example</p>',
    '<p>info(chiocciola)acme.example</p>',
    '<p>info [arobase] acme [point] example</p>',
    '<p>info (at) acme . example</p>',
    '<p>info @ acme . example</p>',
    '<p>info @ acme.example</p>',
    '<p>info&#64;acme&#46;example</p>',
    '<p>info＠acme.example</p>',
    '<p>info ＠ acme．example</p>',
    '<p>info-at-acme.example</p>',
    '<p>info_at_acme_dot_example</p>',
    '<p>info&lt;at&gt;acme.example</p>',
    '<p>info |at| acme |dot| example</p>',
    '<p>info*at*acme.example</p>',
    '<p>info [a] acme [.] example</p>',
    '<p>info(@)acme(.)example</p>',
    '<p>info [@] acme [.] example</p>',
    '<p>Contact: info at acme.example</p>',
    '<p>info\u200b@acme\u200b.example</p>',
    '<p>in&shy;fo@acme.example</p>',
    '<p>info@NOSPAM.acme.example</p>',
    '<p>infoNOSPAM@acme.example</p>',
    '<p>info@acme.example.</p>',
    '<p>(info@acme.example)</p>',
    '<p>E-Mail:info@acme.example</p>',
    '<p>info (małpa) acme (kropka) example</p>',
    '<p>info собака acme точка example</p>',
    '<p>info[at]acme[dot]example</p>',
    '<p>INFO@ACME.EXAMPLE</p>',
    '<p><span>info</span>@<span>acme.example</span></p>',
    '<p>info<span>@</span>acme<b>.</b>example</p>',
    '<p>info@<span style="display:none">remove</span>acme.example</p>',
    '<style>.x{display:none}</style><p>info@<span class="x">remove</span>acme.example</p>',
    '<span style="unicode-bidi:bidi-override;direction:rtl">elpmaxe.emca@ofni</span>',
    '<bdo dir="rtl">elpmaxe.emca@ofni</bdo>',
    '<p>info<img src="at.png" alt="@">acme.example</p>',
    '<p>info<i class="fa fa-at"></i>acme.example</p>',
    '<script>document.write("info"+"@"+"acme.example")</script>',
    "<script>var u='info';var d='acme.example';document.write(u+'@'+d)</script>",
    '<script>document.write(String.fromCharCode(105,110,102,111,64,97,99,109,101,46,101,120,97,109,112,108,101))</script>',
    '<script>document.write("elpmaxe.emca@ofni".split("").reverse().join(""))</script>',
    '<script>var e=atob("aW5mb0BhY21lLmV4YW1wbGU=")</script>',
    '<script>document.write("\\x69nfo\\x40acme.example")</script>',
    '<script>document.write("<a href=\\"mailto:"+"info"+"@"+"acme.example"+"\\">x</a>")</script>',
    '<script>document.write("vasb@npzr.rknzcyr".replace(/[a-zA-Z]/g,function(c){return String.fromCharCode((c<="Z"?90:122)>=(c=c.charCodeAt(0)+13)?c:c-26);}))</script>',
    '<script>var a="info#acme.example".replace("#","@")</script>',
    '<script>var a="info#acme.example".replace(/#/g,"@")</script>',
    '<script>var p=["info","acme","example"];document.write(p[0]+"@"+p[1]+"."+p[2])</script>',
    ['<script>const user="info", host="acme.example"; el.href=`mailto:$', '{user}@$', '{host}`</script>'].join(''),
    '<script>document.write(["example",".","acme","@","info"].reverse().join(""))</script>',
    '<script>var x = "info" + String.fromCharCode(64) + "acme.example"</script>',
    '<script>location.href="mai"+"lto:"+"info"+"\\u0040"+"acme.example"</script>',
    '<a href="javascript:linkTo_UnCryptMailto(\'nbjmup+jogpAbdnf/fybnqmf\');">x</a>',
    "<a href=\"javascript:location='mailto:'+'info'+'@'+'acme.example'\">x</a>",
    "<a href=\"#\" onclick=\"location.href='mailto:'+'info'+'@'+'acme.example'\">x</a>",
    '<a data-name="info" data-domain="acme" data-tld="example">x</a>',
    '<a data-email="info(at)acme.example">x</a>',
    '<a data-email="elpmaxe.emca@ofni">x</a>',
    '<a data-rot13="vasb@npzr.rknzcyr">x</a>',
    '<a data-user="info" data-host="acme.example">x</a>',
    '<a href="&#109;&#97;&#105;&#108;&#116;&#111;&#58;info&#64;acme.example">x</a>',
    '<a href="mailto:info[at]acme.example">x</a>',
    '<a href="MAILTO: info@acme.example ">x</a>',
    '<noscript>info@acme.example</noscript>',
    '<script>window.__DATA__={"email":"info@acme.example"}</script>',
    '<a href="/cdn-cgi/l/email-protection#2a43444c456a4b49474f044f524b475a464f">mail</a>',
    '<a class="__cf_email__" data-cfemail="5e373038311e3f3d333b703b263f332e323b">[email&#160;protected]</a>',
    '<p>in<!-- x -->fo@ac<!-- y -->me.example</p>',
    '<p>info@<wbr>acme.example</p>',
    '<div itemscope itemtype="https://schema.org/Organization"><meta itemprop="email" content="info@acme.example"></div>',
  ])('%s', (html) => expect(emailsOf(html)).toEqual(['info@acme.example']))
})

describe('other addresses', () => {
  it.each([
    ['<p>jane [dot] doe [at] acme [dot] co [dot] example</p>', ['jane.doe@acme.co.example']],
    ['<p>info(at)acme(dot)co.uk</p>', ['info@acme.co.uk']],
    [
      '<a href="mailto:info%40acme.example?subject=Hi&cc=b@acme.example">x</a>',
      ['b@acme.example', 'info@acme.example'],
    ],
    ['<p>info@bücher.example</p>', ['info@xn--bcher-kva.example']],
  ])('are found: %s', (html, expected) => expect(emailsOf(html).sort()).toEqual(expected))
})

describe('no address is seen', () => {
  it.each([
    '<p>Meet us at acme.example</p>',
    '<p>Find us at www.acme.example today</p>',
    '<p>follow @acme on x</p>',
    '<p>user@host</p>',
    '<p>a@b</p>',
    '<p>foo@bar..example</p>',
    '<p>look at example.com</p>',
    '<p>We are located at acme.example.</p>',
    '<p>lodash@4.17.21</p>',
    '<p>logo@3x.webp</p>',
    '<p>john@example.com</p>',
    '<p>your@email.com</p>',
    '<p>firstname.lastname@company.com</p>',
    '<p>name@domain.com</p>',
    '<p>git@github.com:acme/x.git</p>',
    '<p>https://abc123@o1.ingest.sentry.io/12</p>',
    '<p>@user@mastodon.social</p>',
    '<p>5 items @ 3.99</p>',
    '<p>Sign up at app.acme.example now</p>',
    '<p>Jane Doe, CEO at acme.example</p>',
    '<p>dot com boom at the point</p>',
    '<p>ssh://git@git.acme.example/x</p>',
    '<p>info@localhost</p>',
    '<p>you@yourcompany.com</p>',
    '<p>The point at which dot products</p>',
    '<p>@media screen.and</p>',
    '<p>a @ b . c</p>',
    '<span style="display:none">trap@acme.example</span>',
    '<!-- trap@acme.example -->',
    '<img src="a@b.example">',
    '<script>import x from "https://esm.sh/react@18.2.0"; var s="user@2x.png"</script>',
    '<input placeholder="you@acme.example">',
  ])('%s', (html) => expect(emailsOf(html)).toEqual([]))
})

it('lists an address once, by its surest place', () => {
  const page = readPage('<p>info@acme.example</p><a href="mailto:Info@Acme.example">x</a><p>sales@acme.example</p>')
  expect(findEmails(page)).toEqual([
    { email: 'info@acme.example', source: 'link' },
    { email: 'sales@acme.example', source: 'text' },
  ])
})

it.each([
  ['<p>info@acme.example</p>', 'text', 0.9, 'info@acme.example'],
  ['<a href="mailto:info@acme.example">Write</a>', 'link', 0.9, 'info@acme.example in the target of a link'],
  ['<b data-mail="info@acme.example">Write</b>', 'attribute', 0.77, 'info@acme.example in an attribute'],
  ['<script>var m = "info@acme.example"</script>', 'script', 0.68, 'info@acme.example in a script'],
  [
    '<div style="display:none"><p>info@acme.example</p></div>',
    'hidden',
    0.59,
    'info@acme.example in a block that is not shown at first',
  ],
])('says where an address stands, and is less sure of one that is not shown: %s', (html, source, sure, quote) => {
  const facts = readPage(`<title>Acme</title>${html}`)
  const { values, confidence, places } = bringTogether([{ url: 'https://acme.example/', kind: 'home', facts }])
  expect(findEmails(facts)).toMatchObject([{ source }])
  expect(values.company_email).toBe('info@acme.example')
  expect(confidence.company_email).toBeCloseTo(sure, 1)
  expect(places.company_email?.quote).toBe(quote)
})

it('writes to the address that is shown before one that a script has', () => {
  const facts = readPage('<p>sales@acme.example</p><script>var m = "info@acme.example"</script>')
  const { values } = bringTogether([{ url: 'https://acme.example/', kind: 'home', facts }])
  expect(values).toMatchObject({
    company_email: 'sales@acme.example',
    emails: ['sales@acme.example', 'info@acme.example'],
  })
})

it('keeps one form of an address', () => {
  expect(normalEmail(' Info@BÜCHER.example ')).toBe('info@xn--bcher-kva.example')
  expect(normalEmail('info@acme')).toBeNull()
  expect(normalEmail(`${'a'.repeat(65)}@acme.example`)).toBeNull()
})
