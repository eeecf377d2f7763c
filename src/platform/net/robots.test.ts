// What a robots.txt allows (RFC 9309).
import { describe, expect, it } from 'vitest'
import { isAllowedByRobots, parseRobots } from './robots.ts'

const allows = (text: string, path: string, token = 'Millrace') => isAllowedByRobots(parseRobots(text, token), path)

describe('robots.txt', () => {
  it.each([
    ['nothing said allows all', '', '/x', true],
    ['a general ban holds for us', 'User-agent: *\nDisallow: /', '/x', false],
    [
      'the group with our name replaces the general one',
      'User-agent: *\nDisallow: /\nUser-agent: millrace/2.0 (x)\nDisallow: /no',
      '/x',
      true,
    ],
    ['a longer name is not ours', 'User-agent: millracer\nDisallow: /', '/x', true],
    [
      'groups with our name are joined',
      'User-agent: millrace\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: MILLRACE\nDisallow: /b',
      '/b',
      false,
    ],
    ['several names share one group', 'User-agent: x\nUser-agent: millrace\nDisallow: /', '/x', false],
    [
      'a sitemap line does not part names from rules',
      'User-agent: millrace\nSitemap: https://a.example/s\nUser-agent: x\nDisallow: /',
      '/x',
      false,
    ],
    ['the longest match decides', 'User-agent: *\nDisallow: /\nAllow: /about', '/about/us', true],
    ['a tie allows', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['an empty ban bans nothing', 'User-agent: *\nDisallow:', '/', true],
    ['paths are compared by case', 'User-agent: *\nDisallow: /A', '/a', true],
    ['a star takes anything', 'User-agent: *\nDisallow: /*/private*.html', '/a/b/privately/x.html?y', false],
    ['a dollar ends the path', 'User-agent: *\nDisallow: /*.pdf$', '/x.pdf?y', true],
    ['a dollar after a star still ends the path', 'User-agent: *\nDisallow: /a*$', '/a/b', false],
    ['a dollar ends what overlapped a star', 'User-agent: *\nDisallow: /ab*ba$', '/aba', true],
    ['the query belongs to the path', 'User-agent: *\nDisallow: /*?', '/x?y=1', false],
    ['letters beyond ASCII match their escapes', 'User-agent: *\nDisallow: /über', '/%C3%BCber-uns', false],
    ['hex digits compare without case', 'User-agent: *\nDisallow: /%c3%bc', '/%C3%BC', false],
    [
      'comments, marks, tabs and old line ends are read over',
      '\uFEFFUser-agent:\t* # all\rDisallow :\t/x#y\r',
      '/x',
      false,
    ],
    ['a forgotten colon and a misspelling are understood', 'user agent *\nuseragent: *\nDissallow: /x', '/x', false],
    ['rules before any name hold for nobody', 'Disallow: /\nUser-agent: x\nDisallow: /', '/', true],
    ['allowing an index page allows its directory', 'User-agent: *\nAllow: /a/index.html\nDisallow: /', '/a/', true],
    ['the file itself may always be read', 'User-agent: *\nDisallow: /', '/robots.txt', true],
  ])('%s', (_promise, text, path, expected) => expect(allows(text, path)).toBe(expected))

  it('reads agents on both sides of a crawl delay as one group', () => {
    const rules = parseRobots('User-agent: Millrace\nCrawl-delay: 7\nUser-agent: Other\nDisallow: /private', 'Millrace')
    expect(isAllowedByRobots(rules, '/private')).toBe(false)
    expect(rules.crawl_delay_s).toBe(7)
  })

  it('gives the crawl delay of our group', () => {
    expect(parseRobots('User-agent: *\nCrawl-delay: 7\nDisallow:', 'Millrace').crawl_delay_s).toBe(7)
    expect(parseRobots('User-agent: *\nCrawl-delay: soon', 'Millrace').crawl_delay_s).toBeNull()
  })

  it('made to be slow is matched all the same', () => {
    const rules = Array.from({ length: 30_000 }, (_, i) => `Disallow: /${'*a'.repeat(60)}${i}`).join('\n')
    expect(allows(`User-agent: *\n${rules}`, `/${'a'.repeat(8000)}`)).toBe(true)
  })
})
