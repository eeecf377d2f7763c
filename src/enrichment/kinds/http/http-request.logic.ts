// The request of an `http` column for one row: every value stays in the part of the request it was put into.

import type { SettingsOf } from '../../../engine/columns/custom-columns.ts'
import type { HttpColumn } from '../../../engine/columns/kinds/http.kind.ts'
import { fillTemplate, fixedHost, isBlank } from '../../../engine/columns/template-parts.ts'
import { fillJson } from '../../../engine/values/json-template.ts'
import { parseTemplate } from '../../../engine/values/template.ts'
import { textOf } from '../../../engine/values/value.ts'
import { storable } from '../../../kernel/cut-text.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import type { HttpRequest } from '../../../providers/kit/outside.ts'

export type HttpSettings = SettingsOf<HttpColumn>

/** A value of the row that cannot stand where it is wanted, in words. */
export class BadValue extends Error {
  override name = 'BadValue'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that they are not in a header is the point
const UNSENDABLE = /[\u0000-\u0008\u000a-\u001f\u007f-\uffff]/
const HOST = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?$/u

/** @throws BadValue */
export function buildHttpRequest(settings: HttpSettings, values: JsonObject): HttpRequest {
  const url = addressOf(settings, values)
  for (const [name, template] of Object.entries(settings.query ?? {}))
    if (!isBlank(template, values)) url.searchParams.append(name, fillTemplate(template, values, textOf))
  const headers: Record<string, string> = { accept: 'application/json' }
  for (const [name, template] of Object.entries(settings.headers ?? {})) {
    if (isBlank(template, values)) continue
    const text = fillTemplate(template, values, textOf).trim()
    if (UNSENDABLE.test(text)) throw new BadValue(`The header ${name} would hold signs that no header may hold.`)
    headers[name.toLowerCase()] = text
  }
  const request: HttpRequest = { method: settings.method, url: url.href, headers }
  if (settings.body !== undefined) {
    headers['content-type'] ??= 'application/json'
    request.body = fillJson(settings.body, values)
  } else if (settings.form) {
    const filled = Object.entries(settings.form).filter(([, template]) => !isBlank(template, values))
    headers['content-type'] = 'application/x-www-form-urlencoded'
    request.body = new URLSearchParams(
      filled.map(([name, text]): [string, string] => [name, fillTemplate(text, values, textOf)]),
    ).toString()
  }
  return request
}

function addressOf({ url: template, any_host }: HttpSettings, values: JsonObject): URL {
  const host = fixedHost(template)
  const text = any_host && host === null ? freeAddress(template, values) : fillTemplate(template, values, encoded)
  if (!URL.canParse(text)) throw new BadValue('With the values of this row the address is none.')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || !/^https?:$/.test(url.protocol))
    throw new BadValue('With the values of this row the address is not one of the web.')
  // The template cannot name another host, so this never fails; should it, nothing is sent.
  if (host !== null && url.host !== host)
    throw new BadValue('With the values of this row the address leads to another host.')
  if (climbs(text)) throw new BadValue('A value of this row is a step up or nowhere in a path ("." or "..").')
  return url
}

const encoded = (value: Json) => encodeURIComponent(storable(textOf(value)).trim())

/** True when a segment of the path is `.` or `..`, spelled in any way that an address takes for one. */
function climbs(address: string): boolean {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path.split(/[/\\]/).some((segment) => /^\.{1,2}$/.test(segment.replace(/%2e/gi, '.')))
}

/** An address of which the row may give the host: as the whole beginning, or as what stands between `//` and `/`. */
function freeAddress(template: string, values: JsonObject): string {
  return parseTemplate(template).parts.reduce<string>((built, part) => {
    if (typeof part === 'string') return built + part
    const text = textOf(Object.hasOwn(values, part.ref) ? (values[part.ref] ?? null) : null).trim()
    if (built === '') return /^https?:\/\//i.test(text) ? text : `https://${text}`
    if (!/^https?:\/\/[^/?#]*$/i.test(built)) return built + encoded(text)
    if (!HOST.test(text)) throw new BadValue(`"${text.slice(0, 60)}" is not the name of a host.`)
    return built + text
  }, '')
}
