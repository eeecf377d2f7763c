// Text formats of the contract (date-time, date, uuid, uri, email): what each accepts and Pydantic's words for what it refuses.
import type { FieldError } from '../../../kernel/errors.ts'

export type FormatFault = Pick<FieldError, 'type' | 'msg' | 'ctx'>
export type FormatCheck = (text: string) => FormatFault | undefined

export const FORMATS: Record<string, FormatCheck> = {
  'date-time': dateTime,
  date,
  uuid,
  uri,
  email,
  'header-text': headerText,
}

/** Type and message when the value is not text at all. */
export const NOT_TEXT: Record<string, FormatFault> = {
  'date-time': { type: 'datetime_type', msg: 'Input should be a valid datetime' },
  date: { type: 'date_type', msg: 'Input should be a valid date' },
  uuid: { type: 'uuid_type', msg: 'UUID input should be a string, bytes or UUID object' },
  uri: { type: 'url_type', msg: 'URL input should be a string or URL' },
}

// RFC 3339 with offset: a time without one would mean another moment in every time zone.
function dateTime(text: string): FormatFault | undefined {
  const error = dayFault(text.slice(0, 10))
  if (error) {
    return {
      type: 'datetime_from_date_parsing',
      msg: `Input should be a valid datetime or date, ${error}`,
      ctx: { error },
    }
  }
  const fault = (reason: string): FormatFault => {
    return { type: 'datetime_parsing', msg: `Input should be a valid datetime, ${reason}`, ctx: { error: reason } }
  }
  if (text.length < 20) return fault('input is too short')
  if (!/[Tt ]/.test(text.charAt(10))) return fault('invalid datetime separator, expected `T`, `t`, `_` or space')
  const match = /^(\d\d):(\d\d):(\d\d)(\.\d{1,9})?(?:[Zz]|[+-](\d\d):?(\d\d))$/.exec(text.slice(11))
  if (!match) return fault('unexpected extra characters at the end of the input')
  if (Number(match[1]) > 23) return fault('hour value is outside expected range of 0-23')
  if (Number(match[2]) > 59) return fault('minute value is outside expected range of 0-59')
  if (Number(match[3]) > 59) return fault('second value is outside expected range of 0-59')
  if (Number(match[5] ?? 0) > 15 || Number(match[6] ?? 0) > 59) return fault('invalid timezone offset')
  return undefined
}

function date(text: string): FormatFault | undefined {
  const error = dayFault(text) ?? (text.length > 10 ? 'unexpected extra characters at the end of the input' : undefined)
  if (!error) return undefined
  return {
    type: 'date_parsing',
    msg: `Input should be a valid date in the format YYYY-MM-DD, ${error}`,
    ctx: { error },
  }
}

function dayFault(text: string): string | undefined {
  if (text.length < 10) return 'input is too short'
  const match = /^(\d{4})-(\d\d)-(\d\d)/.exec(text)
  if (!match) return /^\d{4}/.test(text) ? 'invalid date separator, expected `-`' : 'invalid character in year'
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (month < 1 || month > 12) return 'month value is outside expected range of 1-12'
  const lastDay = new Date(Date.UTC(year < 100 ? year + 400 : year, month, 0)).getUTCDate()
  if (year === 0 || day < 1 || day > lastDay) return 'day value is outside expected range'
  return undefined
}

function uuid(text: string): FormatFault | undefined {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)) return undefined
  const strange = /[^0-9a-f-]/i.exec(text)
  const error = strange
    ? `invalid character: expected an optional prefix of \`urn:uuid:\` followed by [0-9a-fA-F-], found \`${strange[0]}\` at ${strange.index + 1}`
    : `invalid length: expected length 32 for simple format, found ${text.replaceAll('-', '').length}`
  return { type: 'uuid_parsing', msg: `Input should be a valid UUID, ${error}`, ctx: { error } }
}

function uri(text: string): FormatFault | undefined {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    const error = text.trim() === '' ? 'input is empty' : 'relative URL without a base'
    return { type: 'url_parsing', msg: `Input should be a valid URL, ${error}`, ctx: { error } }
  }
  if (url.protocol === 'http:' || url.protocol === 'https:') return undefined
  return {
    type: 'url_scheme',
    msg: "URL scheme should be 'http' or 'https'",
    ctx: { expected_schemes: "'http' or 'https'" },
  }
}

function email(text: string): FormatFault | undefined {
  const reason = emailFault(text)
  if (!reason) return undefined
  return { type: 'value_error', msg: `value is not a valid email address: ${reason}`, ctx: { reason } }
}

/** Text that becomes a header of a mail: a line break in it would begin a header of its own. */
function headerText(text: string): FormatFault | undefined {
  if (!/[\r\n\0\v\f\u0085\u2028\u2029]/.test(text)) return undefined
  const msg = 'Value error, a line break is not allowed in a header of a mail; write it on one line'
  return { type: 'value_error', msg, ctx: { error: {} } }
}

function emailFault(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 0) return 'An email address must have an @-sign.'
  if (at === 0) return 'There must be something before the @-sign.'
  if (at === text.length - 1) return 'There must be something after the @-sign.'
  if (text.length > 254 || at > 64) return 'The email address is too long.'
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (!/^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local)) {
    return 'The email address contains invalid characters before the @-sign.'
  }
  if (
    !/^([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u.test(domain)
  ) {
    return 'The part after the @-sign is not valid.'
  }
  return undefined
}
