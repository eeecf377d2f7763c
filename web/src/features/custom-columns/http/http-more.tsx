// More settings of an HTTP column: further pages, what counts as a miss, its cost, its limits.
import { Field, Input, Select, Switch, Textarea } from '../../../ui/forms/field.tsx'
import type { HttpDraft, PagesDraft } from '../../columns/custom.shapes.ts'
import { Amount, More } from '../form-parts.tsx'
import { errorWords } from './http-draft.logic.ts'

interface Props {
  draft: HttpDraft
  errors: Record<string, string>
  /** It only reads, whatever its method: its answers are kept. */
  reads?: boolean
  onChange: (draft: HttpDraft) => void
}

const PAGES: Record<PagesDraft['kind'], string> = {
  none: 'One page',
  next_link: 'Follow a link to the next page',
  cursor: 'Send a cursor',
  number: 'Count the pages',
  offset: 'Count the items',
}

const priceWords = (price: string) => (price === 'unknown' ? 'Not known' : price ? `$${price} a request` : 'Free')

export function HttpMore({ draft, errors, reads = draft.method === 'GET', onChange }: Props) {
  const put = (part: Partial<HttpDraft>) => onChange({ ...draft, ...part })
  return (
    <div className="flex flex-col gap-2">
      {draft.method === 'GET' && (
        <More title="Pages" summary={PAGES[draft.pages.kind]} open={errors.items !== undefined}>
          <Pages draft={draft} errors={errors} onChange={onChange} />
        </More>
      )}
      <More title="What means “nothing found”" summary={missWords(draft)}>
        <Field label="These statuses" hint="404 unless you say else." error={errors['miss.statuses']}>
          <Input
            placeholder="404"
            value={draft.miss_statuses}
            onChange={(event) => put({ miss_statuses: event.target.value })}
          />
        </Field>
        <Field label="Or nothing at this path" error={errors['miss.empty']}>
          <Input
            placeholder="data.items"
            spellCheck={false}
            className="font-mono text-sm"
            value={draft.miss_empty}
            onChange={(event) => put({ miss_empty: event.target.value })}
          />
        </Field>
      </More>
      <More
        title="What means an error"
        summary={errorWords(draft)}
        open={Object.keys(errors).some((place) => place.startsWith('error.'))}
      >
        <Field
          label="Something at this path"
          hint="Though the status is good. Such answers are not kept, and are asked again."
          error={errors['error.path']}
        >
          <Input
            placeholder="error"
            spellCheck={false}
            className="font-mono text-sm"
            value={draft.error_path}
            onChange={(event) => put({ error_path: event.target.value })}
          />
        </Field>
        <Field label="Only these values" hint="One a line. Blank takes any." error={errors['error.values']}>
          <Textarea
            rows={2}
            placeholder="error"
            spellCheck={false}
            className="font-mono text-sm"
            value={draft.error_values}
            onChange={(event) => put({ error_values: event.target.value })}
          />
        </Field>
        <Field
          label="Or these statuses"
          hint="Besides those that are errors anyway, 400 and above."
          error={errors['error.statuses']}
        >
          <Input
            placeholder="202, 206"
            value={draft.error_statuses}
            onChange={(event) => put({ error_statuses: event.target.value })}
          />
        </Field>
      </More>
      <More title="Price" summary={priceWords(draft.price_usd)}>
        <Switch
          label="The price is not known"
          hint="It runs only where the budgets allow unknown prices. Enter in the ledger what it cost."
          checked={draft.price_usd === 'unknown'}
          onChange={(isUnknown) => put({ price_usd: isUnknown ? 'unknown' : '' })}
        />
        <Amount
          label="US dollars for one request"
          hint="Estimates, budgets and the ledger count with it. Blank is free."
          value={draft.price_usd === 'unknown' ? '' : draft.price_usd}
          placeholder={draft.price_usd === 'unknown' ? 'not known' : '0'}
          error={errors.price_usd}
          onChange={(price_usd) => put({ price_usd })}
        />
        <Field label="Billed">
          <Select
            value={draft.billing}
            onChange={(event) => put({ billing: event.target.value as HttpDraft['billing'] })}
          >
            <option value="per_call">for every request</option>
            <option value="on_hit">only when something is found</option>
          </Select>
        </Field>
      </More>
      <More title="Pace and retries" summary={paceWords(draft, reads)}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Amount
            label="Requests a second"
            value={draft.per_second}
            placeholder="no limit"
            error={errors.per_second}
            onChange={(per_second) => put({ per_second })}
          />
          <Amount
            label="At once"
            value={draft.concurrency}
            placeholder="as the run"
            error={errors.concurrency}
            onChange={(concurrency) => put({ concurrency })}
          />
          <Amount
            label="Seconds a row may take"
            value={draft.timeout_seconds}
            error={errors.timeout_seconds}
            onChange={(timeout_seconds) => put({ timeout_seconds })}
          />
          {reads && (
            <Amount
              label="Days an answer is good"
              value={draft.cache_days}
              error={errors.cache_days}
              onChange={(cache_days) => put({ cache_days })}
            />
          )}
        </div>
        <Field
          label="Ask again when a request fails"
          hint="Only requests that change and cost nothing twice are safe to repeat."
        >
          <Select
            value={draft.repeat_safe}
            onChange={(event) => put({ repeat_safe: event.target.value as HttpDraft['repeat_safe'] })}
          >
            <option value="usual">
              {draft.method === 'GET' && draft.price_usd !== 'unknown' && !Number(draft.price_usd)
                ? 'Yes, it is a free GET'
                : 'No, unless nothing was sent'}
            </option>
            <option value="yes">Yes, it is safe</option>
            <option value="no">Never</option>
          </Select>
        </Field>
      </More>
    </div>
  )
}

function Pages({ draft, errors, onChange }: Props) {
  const { pages } = draft
  const put = (part: Partial<PagesDraft>) => onChange({ ...draft, pages: { ...pages, ...part } })
  const path = (label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errors['pages.path']}>
      <Input
        spellCheck={false}
        placeholder="meta.next"
        className="font-mono text-sm"
        value={pages.path}
        onChange={(event) => put({ path: event.target.value })}
      />
    </Field>
  )
  const param = (placeholder: string) => (
    <Field label="Sent as the parameter" error={errors['pages.param']}>
      <Input
        spellCheck={false}
        placeholder={placeholder}
        className="font-mono text-sm"
        value={pages.param}
        onChange={(event) => put({ param: event.target.value })}
      />
    </Field>
  )
  return (
    <>
      <Field label="Further pages" error={errors.pages}>
        <Select value={pages.kind} onChange={(event) => put({ kind: event.target.value as PagesDraft['kind'] })}>
          {Object.entries(PAGES).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {pages.kind === 'next_link' && path('Where the link stands', 'Blank takes the Link header.')}
      {pages.kind === 'cursor' && (
        <>
          {path('Where the cursor stands')}
          {param('cursor')}
        </>
      )}
      {pages.kind === 'number' && (
        <div className="grid gap-4 sm:grid-cols-2">
          {param('page')}
          <Amount label="The first one is" value={pages.first} onChange={(first) => put({ first })} />
        </div>
      )}
      {pages.kind === 'offset' && param('offset')}
      {(pages.kind === 'number' || pages.kind === 'offset') && (
        <Field
          label="Where the total stands (optional)"
          hint="With it no request goes beyond the last item."
          error={errors['pages.total']}
        >
          <Input
            spellCheck={false}
            placeholder="meta.total"
            className="font-mono text-sm"
            value={pages.total}
            onChange={(event) => put({ total: event.target.value })}
          />
        </Field>
      )}
      {pages.kind !== 'none' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Where the items stand" error={errors.items}>
            <Input
              spellCheck={false}
              placeholder="data.items"
              className="font-mono text-sm"
              value={draft.items}
              onChange={(event) => onChange({ ...draft, items: event.target.value })}
            />
          </Field>
          <Amount
            label="Pages at most"
            value={draft.max_pages}
            error={errors.max_pages}
            onChange={(max_pages) => onChange({ ...draft, max_pages })}
          />
        </div>
      )}
    </>
  )
}

function missWords({ miss_statuses, miss_empty }: HttpDraft): string {
  const parts = [`status ${miss_statuses.trim() || '404'}`, miss_empty.trim() && `nothing at ${miss_empty.trim()}`]
  return parts.filter(Boolean).join(', or ')
}

function paceWords({ per_second, timeout_seconds, cache_days }: HttpDraft, reads: boolean): string {
  return [
    per_second ? `${per_second} a second` : 'no limit',
    `${timeout_seconds} s`,
    reads ? (Number(cache_days) > 0 ? `kept ${cache_days} d` : 'not kept') : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
