// Reads a curl command as the request it means: address, headers, body, and the key it carries, which goes into a secret.

import { readJson } from '../../../../../src/kernel/read-json.ts'
import { type HttpDraft, METHODS, type Pair } from '../../columns/custom.shapes.ts'
import { shellWords } from './shell-words.logic.ts'

export interface Curl {
  draft: Pick<HttpDraft, 'method' | 'url' | 'query' | 'headers' | 'sends' | 'body' | 'form'>
  /** How the request authenticates, without the key; null when it does not. */
  auth:
    | (Partial<Record<'name' | 'prefix' | 'username', string>> & { kind: 'bearer' | 'header' | 'query' | 'basic' })
    | null
  /** The key itself; blank when the command only names a variable. It is never kept with a draft. */
  key: string
  /** A name for the secret. */
  secretName: string
  /** What was left out, in words. */
  notes: string[]
}

const KEY_NAMES =
  /^(authorization|proxy-authorization|key|auth|sig|.*(api[-_]?key|apikey|token|secret|password|signature).*)$/i
/** Set by the connection itself, or of no meaning outside of a browser. */
const DROPPED =
  /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive|accept-encoding|sec-.*|pragma|dnt|priority|upgrade-insecure-requests)$/i
/** Options that take a value and say nothing about the request. */
const TAKES_VALUE =
  /^(-[oTwmxEcKYyzCPQtr]|--(output|max-time|connect-timeout|proxy|retry|retry-delay|retry-max-time|write-out|cacert|capath|cert|key|cookie-jar|config|limit-rate|interface|resolve|dns-servers|ciphers|upload-file|range|max-redirs|proxy-user|unix-socket|connect-to))$/

interface Parsed {
  method: string
  url: string
  headers: Pair[]
  data: string[]
  fields: number
  json: boolean
  get: boolean
  user: string | null
  files: boolean
}

/** Null when this is no curl command with an address. */
export function readCurl(text: string): Curl | null {
  const words = shellWords(text.trim().replace(/^\$\s+/, ''))
  if (!words || !/^curl(\.exe)?$/i.test(words[0] ?? '')) return null
  const parsed = readOptions(words.slice(1))
  return parsed.url === '' ? null : requestOf(parsed)
}

export const looksLikeCurl = (text: string) => /^\s*(\$\s+)?curl(\.exe)?\s/i.test(text)

function readOptions(words: readonly string[]): Parsed {
  const parsed: Parsed = {
    method: '',
    url: '',
    headers: [],
    data: [],
    fields: 0,
    json: false,
    get: false,
    user: null,
    files: false,
  }
  let at = 0
  const header = (text: string) => {
    const colon = text.indexOf(':')
    if (colon > 0) parsed.headers.push({ name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() })
  }
  const data = (value: string) => {
    if (value.startsWith('@')) parsed.files = true
    else parsed.data.push(value)
  }
  const apply = (option: string, value: () => string): boolean => {
    switch (option) {
      case '-X':
      case '--request':
        parsed.method = value().toUpperCase()
        return true
      case '-H':
      case '--header':
        header(value())
        return true
      case '-d':
      case '--data':
      case '--data-ascii':
      case '--data-binary':
        data(value())
        return true
      case '--data-raw':
        parsed.data.push(value())
        return true
      case '--data-urlencode':
        parsed.data.push(urlencoded(value()))
        return true
      case '--json':
        parsed.json = true
        data(value())
        return true
      case '-F':
      case '--form':
      case '--form-string':
        value()
        parsed.fields += 1
        return true
      case '-G':
      case '--get':
        parsed.get = true
        return true
      case '-I':
      case '--head':
        return true
      case '-u':
      case '--user':
        parsed.user = value()
        return true
      case '-A':
      case '--user-agent':
        header(`User-Agent: ${value()}`)
        return true
      case '-e':
      case '--referer':
        header(`Referer: ${value()}`)
        return true
      case '-b':
      case '--cookie':
        header(`Cookie: ${value()}`)
        return true
      case '--oauth2-bearer':
        header(`Authorization: Bearer ${value()}`)
        return true
      case '--url':
        parsed.url ||= value()
        return true
      default:
        if (!TAKES_VALUE.test(option)) return false
        value()
        return true
    }
  }
  while (at < words.length) {
    const word = words[at] ?? ''
    at += 1
    const following = () => words[at++] ?? ''
    if (word.startsWith('--')) {
      const equals = word.indexOf('=')
      if (equals > 0) apply(word.slice(0, equals), () => word.slice(equals + 1))
      else apply(word, following)
    } else if (word.startsWith('-') && word.length > 1) {
      // Letters stand together, and the last one's value may stand with it: `-sSL`, `-XPOST`.
      for (let place = 1; place < word.length; place += 1) {
        let took = false
        const rest = word.slice(place + 1)
        apply(`-${word[place]}`, () => {
          took = true
          return rest === '' ? following() : rest
        })
        if (took) break
      }
    } else parsed.url ||= word
  }
  return parsed
}

/** `name=value` with the value encoded, as curl does. */
function urlencoded(text: string): string {
  const equals = text.indexOf('=')
  if (equals < 0) return encodeURIComponent(text)
  const name = text.slice(0, equals)
  return `${name === '' ? '' : `${name}=`}${encodeURIComponent(text.slice(equals + 1))}`
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function pairsIn(text: string): Pair[] {
  return text.split('&').flatMap((part) => {
    if (part === '') return []
    const equals = part.indexOf('=')
    return equals < 0
      ? [{ name: decoded(part), value: '' }]
      : [{ name: decoded(part.slice(0, equals)), value: decoded(part.slice(equals + 1)) }]
  })
}

function requestOf(parsed: Parsed): Curl {
  const notes: string[] = []
  const [address = '', search = ''] = (parsed.url.split('#')[0] ?? '').split(/\?(.*)/s)
  const [, login = '', url = ''] = /^((?:https?:\/\/)?)(.*)$/is.exec(address) ?? []
  const [, user = '', rest = url] = /^([^/@]*)@(.*)$/s.exec(url) ?? []
  const query = [...pairsIn(search), ...(parsed.get ? parsed.data.flatMap(pairsIn) : [])]
  const data = parsed.get ? '' : parsed.data.join(parsed.json ? '' : '&')
  const taken = takeKey(parsed, query, user)
  const headers = taken.headers.filter(({ name }) => {
    if (/^cookie$/i.test(name)) notes.push('The cookie was left out: it is of your own login and ends soon.')
    return !DROPPED.test(name) && !/^cookie$/i.test(name)
  })
  if (taken.more.length > 0)
    notes.push(`A column carries one secret; also in the command, and left out: ${taken.more.join(', ')}.`)
  if (parsed.fields > 0) notes.push('Its form has parts (-F), which a column cannot send; they were left out.')
  if (parsed.files) notes.push('What it sends from a file was left out.')
  const body = bodyOf(parsed, data, headers)
  if (data !== '' && body.sends === 'nothing') notes.push('Its body is neither JSON nor a form, and was left out.')
  const asked = parsed.method || (data !== '' ? 'POST' : 'GET')
  const method = METHODS.find((one) => one === asked)
  if (!method) notes.push(`A column cannot use ${asked}; GET was set instead.`)
  const { sends } = body
  const kept = sends === 'nothing' ? headers : headers.filter(({ name }) => !/^content-type$/i.test(name))
  return {
    draft: {
      method: method ?? 'GET',
      url: `${login || 'https://'}${rest}`,
      query: taken.query,
      headers: kept.filter(({ name, value }) => !(/^accept$/i.test(name) && /^(application\/json|\*\/\*)/.test(value))),
      ...body,
    },
    auth: taken.auth,
    key: taken.key,
    secretName: taken.name || secretNameOf(rest),
    notes,
  }
}

function bodyOf(parsed: Parsed, data: string, headers: readonly Pair[]): Pick<HttpDraft, 'sends' | 'body' | 'form'> {
  if (data === '') return { sends: 'nothing', body: '', form: [] }
  const type = headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? ''
  const isForm = /x-www-form-urlencoded/i.test(type) || (type === '' && !parsed.json && !/^\s*[[{"]/.test(data))
  if (isForm) return { sends: 'form', body: '', form: pairsIn(data) }
  if (parsed.json || /json/i.test(type) || /^\s*[[{"]/.test(data))
    return { sends: 'json', body: pretty(data), form: [] }
  return { sends: 'nothing', body: '', form: [] }
}

/** Indented where it is plain JSON; as it was written with references or numbers of more digits than a double holds in it. */
function pretty(text: string): string {
  const { value, odd, fault } = readJson(text, { as_it_is: true })
  return fault || odd ? text : JSON.stringify(value, null, 2)
}

interface Taken {
  headers: Pair[]
  query: Pair[]
  auth: Curl['auth']
  key: string
  /** Name of the secret, when the command names a variable. */
  name: string
  /** Other places where keys stood. */
  more: string[]
}

/** Takes every key out of the request: the first one becomes the secret, the others are only named. */
function takeKey(parsed: Parsed, query: readonly Pair[], login: string): Taken {
  const found: { auth: NonNullable<Curl['auth']>; key: string; where: string }[] = []
  const basic = (pair: string, where: string) => {
    const colon = pair.indexOf(':')
    const username = colon < 0 ? pair : pair.slice(0, colon)
    const password = colon < 0 ? '' : pair.slice(colon + 1)
    // Many APIs take the key for the name and nothing for the password; the key must not stand in the column.
    found.push({ auth: { kind: 'basic', username: password === '' ? '' : username }, key: password || username, where })
  }
  if (parsed.user !== null) basic(parsed.user, 'the user')
  else if (login !== '') basic(decoded(login), 'the user in the address')
  const headers = parsed.headers.filter(({ name, value }) => {
    if (!KEY_NAMES.test(name) || value === '' || value.includes('{{')) return true
    const [, scheme = '', rest = ''] = /^(\S+)\s+(.+)$/s.exec(value) ?? []
    if (/^authorization$/i.test(name) && /^bearer$/i.test(scheme))
      found.push({ auth: { kind: 'bearer' }, key: rest.trim(), where: name })
    else if (/^authorization$/i.test(name) && /^basic$/i.test(scheme)) basic(unbase64(rest.trim()), name)
    else if (scheme) found.push({ auth: { kind: 'header', name, prefix: `${scheme} ` }, key: rest.trim(), where: name })
    else found.push({ auth: { kind: 'header', name }, key: value, where: name })
    return false
  })
  const rest = query.filter(({ name, value }) => {
    if (!KEY_NAMES.test(name) || value === '' || value.includes('{{')) return true
    found.push({ auth: { kind: 'query', name }, key: value, where: name })
    return false
  })
  const [first, ...more] = found
  const variable =
    /^\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?$/.exec(first?.key ?? '')?.[1] ?? /^<.*>$/.exec(first?.key ?? '')?.[0]
  return {
    headers,
    query: rest,
    auth: first?.auth ?? null,
    key: variable === undefined ? (first?.key ?? '') : '',
    name: variable && !variable.startsWith('<') ? variable.slice(0, 60).replace(/^_+/, '') : '',
    more: more.map(({ where }) => where),
  }
}

function unbase64(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

/** `api.example.com/v1` gives `EXAMPLE_KEY`. */
function secretNameOf(address: string): string {
  const host = /^[^/?#:]*/.exec(address)?.[0] ?? ''
  const labels = host.split('.').filter((label) => /^[a-z][a-z0-9-]*$/i.test(label))
  const own = labels.length > 1 ? labels.at(-2) : labels[0]
  return `${(own ?? 'API').toUpperCase().replaceAll('-', '_').slice(0, 50)}_KEY`
}

/** A name for the column: `api.example.com` gives "Example". */
export function nameOfHost(host: string): string {
  const own = host.split(':')[0]?.split('.').at(-2) ?? host
  return own.charAt(0).toUpperCase() + own.slice(1)
}
