// What is wrong with one field of a refused request, in the words of the app. The API answers in the words of its validator, which name
// places by path (`actions.0.webhook.endpoint_id`) and types of JSON; people see neither.

/** One item of `detail` of a 422. */
export interface FieldFault {
  loc: (string | number)[]
  msg: string
  type: string
  ctx?: Record<string, unknown> | undefined
}

const NUMBER = 'Enter a number.'
const WHOLE = 'Enter a whole number.'
const YES_NO = 'Choose yes or no.'
const SHAPE = 'This has another form than the field takes.'
const DATE = 'Enter a date such as 2026-03-31.'
const INSTANT = 'Enter a date and time such as 2026-03-31T09:00:00Z.'
const ADDRESS = 'Enter an address that begins with http:// or https://.'

/** By type of fault; those that are missing here are said in whole sentences by the server. */
const WORDS: Record<string, string> = {
  missing: 'Fill this in.',
  string_type: 'Enter a text.',
  string_pattern_mismatch: 'This is not written as the field takes it.',
  int_type: WHOLE,
  int_parsing: WHOLE,
  int_from_float: WHOLE,
  float_type: NUMBER,
  float_parsing: NUMBER,
  finite_number: NUMBER,
  bool_type: YES_NO,
  bool_parsing: YES_NO,
  list_type: SHAPE,
  dict_type: SHAPE,
  model_attributes_type: SHAPE,
  date_type: DATE,
  date_parsing: DATE,
  date_from_datetime_parsing: DATE,
  datetime_type: INSTANT,
  datetime_parsing: INSTANT,
  datetime_from_date_parsing: INSTANT,
  url_type: ADDRESS,
  url_parsing: ADDRESS,
  url_scheme: ADDRESS,
}

const counted = (n: unknown, one: string, many: string) => `${String(n)} ${Number(n) === 1 ? one : many}`

export function faultWords({ type, msg, ctx = {} }: FieldFault): string {
  if (type === 'string_too_short')
    return Number(ctx.min_length ?? 1) <= 1
      ? 'Fill this in.'
      : `Enter at least ${counted(ctx.min_length, 'character', 'characters')}.`
  if (type === 'string_too_long') return `Enter at most ${counted(ctx.max_length, 'character', 'characters')}.`
  if (type === 'too_short')
    return Number(ctx.min_length ?? 1) <= 1 ? 'Add at least one.' : `Add at least ${String(ctx.min_length)}.`
  if (type === 'too_long') return `Keep at most ${String(ctx.max_length)}.`
  if (type === 'greater_than_equal') return `Enter ${String(ctx.ge)} or more.`
  if (type === 'greater_than') return `Enter more than ${String(ctx.gt)}.`
  if (type === 'less_than_equal') return `Enter ${String(ctx.le)} or less.`
  if (type === 'less_than') return `Enter less than ${String(ctx.lt)}.`
  if (type === 'multiple_of') return `Enter a multiple of ${String(ctx.multiple_of)}.`
  if (type === 'literal_error' || type === 'enum')
    return ctx.expected ? `Choose ${String(ctx.expected).replaceAll("'", '')}.` : 'Choose one of the values offered.'
  return WORDS[type] ?? msg.replace(/^Value error, (.)/, (_, first: string) => first.toUpperCase())
}

const PARTS = new Set(['body', 'query', 'path', 'header'])
/** The place within the part of the request that it begins with. */
export const placeInPart = (loc: readonly (string | number)[]) => (PARTS.has(String(loc[0])) ? loc.slice(1) : loc)

const asWords = (name: string) =>
  name
    .replace(/_ids?$/, '')
    .replace(/_config$/, '')
    .replace(/[._]/g, ' ')
    .trim()
const singular = (words: string) => words.replace(/ies$/, 'y').replace(/s$/, '')

/**
 * The place of a fault as people say it: `actions.0.webhook.endpoint_id` is "Action 1, endpoint". What stands between the item of a list and
 * the field is the kind that was chosen, and is left out.
 */
export function placeWords(loc: readonly (string | number)[]): string {
  const path = placeInPart(loc)
  const at = path.findIndex((step, index) => index > 0 && typeof step === 'number')
  const item = at > 0 ? `${singular(asWords(String(path[at - 1])))} ${Number(path[at]) + 1}` : undefined
  const last = path.at(-1)
  const field = at < path.length - 1 && typeof last === 'string' ? asWords(last) : undefined
  const words = [item, field].filter((part) => part !== undefined && part !== '').join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
