// Choosing a new column: search by what is wanted, see who can find it and at what price, or take a column people fill.
import { useQuery } from '@tanstack/react-query'
import { Link as PageLink } from '@tanstack/react-router'
import {
  AlignLeft,
  Braces,
  CalendarDays,
  ChevronRight,
  DollarSign,
  Globe,
  Hash,
  Link,
  Link2,
  ListChecks,
  type LucideIcon,
  Mail,
  Percent,
  Phone,
  Search,
  Send,
  Sigma,
  Sparkles,
  SquareCheck,
  Tag,
  Telescope,
  Type,
} from 'lucide-react'
import { useMemo, useState } from 'react'
import type { InputType } from '../../../api/shapes.ts'
import { useWorkspace } from '../../../shell/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { counted } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import type { MadeKind } from '../../made-columns/made.shapes.ts'
import { PracticeOffer } from '../../practice/practice-offer.tsx'
import { providersQuery } from '../workbook.queries.ts'
import type { Provider } from '../workbook.shapes.ts'
import {
  methodWords,
  needsWords,
  type Outcome,
  outcomesOf,
  priceWords,
  searchOutcomes,
  stateWords,
} from './catalogue.logic.ts'

export const INPUT_KINDS: { type: InputType; label: string; icon: LucideIcon }[] = [
  { type: 'text', label: 'Text', icon: Type },
  { type: 'long_text', label: 'Long text', icon: AlignLeft },
  { type: 'number', label: 'Number', icon: Hash },
  { type: 'currency', label: 'Currency', icon: DollarSign },
  { type: 'percent', label: 'Percent', icon: Percent },
  { type: 'date', label: 'Date', icon: CalendarDays },
  { type: 'checkbox', label: 'Checkbox', icon: SquareCheck },
  { type: 'select', label: 'Select', icon: Tag },
  { type: 'multi_select', label: 'Multi-select', icon: ListChecks },
  { type: 'email', label: 'Email', icon: Mail },
  { type: 'url', label: 'URL', icon: Link },
  { type: 'phone', label: 'Phone', icon: Phone },
  { type: 'json', label: 'JSON', icon: Braces },
]

const MADE: (Omit<Way, 'onPick'> & { kind: MadeKind })[] = [
  {
    kind: 'ai',
    label: 'Ask AI',
    note: 'A prompt over the columns of a row, answered in typed fields',
    words: 'model gpt claude llm prompt',
    icon: Sparkles,
  },
  {
    kind: 'research',
    label: 'Research',
    note: 'A model searches and reads the web, and quotes what it goes by',
    words: 'agent browse ai evidence',
    icon: Telescope,
  },
  {
    kind: 'http',
    label: 'Call an API',
    note: 'Any HTTP request; a curl command fills the form',
    words: 'rest json',
    icon: Globe,
  },
  {
    kind: 'output',
    label: 'Send somewhere',
    note: 'Webhook, CRM, Slack, sheet or another workbook; each row once',
    words: 'output export crm deliver push',
    icon: Send,
  },
]

interface Props {
  /** `provider` is set when one lookup was picked; else the whole outcome was. */
  onOutcome: (outcome: Outcome, provider?: Provider) => void
  onInput: (type: InputType, label: string) => void
  onFormula: () => void
  onLookup: () => void
  onMade: (kind: MadeKind) => void
}

export function Catalogue({ onOutcome, onInput, onFormula, onLookup, onMade }: Props) {
  const providers = useQuery(providersQuery())
  const [question, setQuestion] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const outcomes = useMemo(() => outcomesOf(providers.data ?? []), [providers.data])
  const found = searchOutcomes(outcomes, question)
  const kinds = INPUT_KINDS.filter((kind) => kind.label.toLowerCase().includes(question.trim().toLowerCase()))
  const fits = ({ label, note, words = '' }: Way) =>
    `${label} ${note} ${words}`.toLowerCase().includes(question.trim().toLowerCase())
  const asking = MADE.map(({ kind, ...way }) => ({ ...way, onPick: () => onMade(kind) })).filter(fits)
  const following = [
    { label: 'Formula', note: 'Computed from the other columns of the row', icon: Sigma, onPick: onFormula },
    { label: 'Lookup', note: 'Brought from another workbook by a key they share', icon: Link2, onPick: onLookup },
  ].filter(fits)
  return (
    <div className="flex flex-col gap-5">
      <div className="relative">
        <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-ink-3 pointer-coarse:top-3" />
        <Input
          autoFocus
          type="search"
          aria-label="What do you want to know?"
          placeholder="Work email, company domain, phone…"
          className="pl-8"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
      </div>
      <Ways title="Ask or send" ways={asking} />
      <section aria-label="Find with providers">
        <h3 className="mb-2 font-medium text-ink-2 text-sm">Find it</h3>
        {providers.isPending && <CatalogueSkeleton />}
        {providers.isError && (
          <ErrorState
            title="The catalogue could not be loaded"
            error={providers.error}
            retry={() => void providers.refetch()}
            className="px-0 py-2"
          />
        )}
        {providers.data && (
          <div className="mb-2 empty:hidden">
            <PracticeOffer lacksKeys={providers.data.every((one) => one.keyless || !one.ready)} />
          </div>
        )}
        <ul className="flex flex-col gap-1.5">
          {found.map((outcome) => (
            <li key={outcome.field} className="rounded-md border">
              <div className="flex items-stretch">
                <button
                  type="button"
                  onClick={() => onOutcome(outcome)}
                  className="min-w-0 flex-1 rounded-l-md px-3 py-2 text-left hover:bg-hover"
                >
                  <span className="block font-medium">{outcome.label}</span>
                  <span className="block truncate text-ink-3 text-xs">{summary(outcome)}</span>
                </button>
                <button
                  type="button"
                  aria-expanded={open === outcome.field}
                  aria-label={`Who can find ${outcome.label}`}
                  onClick={() => setOpen(open === outcome.field ? null : outcome.field)}
                  className="flex w-9 shrink-0 items-center justify-center rounded-r-md border-l text-ink-3 hover:bg-hover hover:text-ink"
                >
                  <ChevronRight aria-hidden className={`size-4 ${open === outcome.field ? 'rotate-90' : ''}`} />
                </button>
              </div>
              {open === outcome.field && (
                <ul className="border-t">
                  {outcome.providers.map((provider) => (
                    <li key={provider.id} className="border-b px-3 py-2.5 last:border-b-0">
                      <ProviderFacts provider={provider} />
                      <Button size="sm" className="mt-2" onClick={() => onOutcome(outcome, provider)}>
                        Use only this
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
        {providers.isSuccess && found.length === 0 && (
          <p className="text-ink-3">
            Nothing in the catalogue finds “{question.trim()}”. Try another word, or add a column you fill yourself.
          </p>
        )}
      </section>
      <Ways title="Follows from other columns" ways={following} />
      {kinds.length > 0 && (
        <section aria-label="Fill it yourself">
          <h3 className="mb-2 font-medium text-ink-2 text-sm">Fill it yourself</h3>
          <ul className="grid grid-cols-2 gap-1.5">
            {kinds.map(({ type, label, icon: Icon }) => (
              <li key={type}>
                <button
                  type="button"
                  onClick={() => onInput(type, label)}
                  className="flex h-9 w-full items-center gap-2 rounded-md border px-2.5 text-left hover:bg-hover"
                >
                  <Icon aria-hidden className="size-4 text-ink-3" strokeWidth={1.75} />
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface Way {
  label: string
  note: string
  /** More words to find it by. */
  words?: string
  icon: LucideIcon
  onPick: () => void
}

function Ways({ title, ways }: { title: string; ways: readonly Way[] }) {
  if (ways.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-medium text-ink-2 text-sm">{title}</h3>
      <ul className="grid gap-1.5">
        {ways.map(({ label, note, icon: Icon, onPick }) => (
          <li key={label}>
            <button
              type="button"
              onClick={onPick}
              className="flex w-full items-center gap-2.5 rounded-md border px-2.5 py-2 text-left hover:bg-hover"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="block text-ink-3 text-xs">{note}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Name, price, billing rule, needs and key of one lookup. */
export function ProviderFacts({ provider }: { provider: Provider }) {
  const workspace = useWorkspace()
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="font-medium">{provider.label}</span>
        <Badge tone={priceWords(provider) === 'Free' ? 'ok' : 'plain'}>{priceWords(provider)}</Badge>
        {provider.keyless ? (
          <Badge>No key needed</Badge>
        ) : provider.practises ? (
          <Badge tone="warn">Practice</Badge>
        ) : provider.ready ? (
          <Badge>Your key</Badge>
        ) : (
          <PageLink
            to="/w/$workspace/settings/integrations"
            params={{ workspace: workspace.slug }}
            search={provider.integration_id ? { open: provider.integration_id } : {}}
            className="rounded-sm hover:underline"
          >
            <Badge tone="warn">Needs a key</Badge>
          </PageLink>
        )}
      </div>
      <p className="mt-1 text-ink-2 text-sm">{provider.description}</p>
      <p className="mt-0.5 text-ink-3 text-xs">
        {[needsWords(provider), methodWords(provider.method), stateWords(provider)].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

function summary(outcome: Outcome): string {
  const free = outcome.providers.some(
    (one) => one.practises || (one.ready && (one.billing_rule === 'free' || one.price_usd === 0)),
  )
  const names = outcome.providers.map((one) => one.label)
  const cost = outcome.providers.some((one) => one.ready) ? (free ? 'Free' : 'Paid') : 'Needs a key'
  const who = names.length <= 2 ? names.join(', ') : counted(names.length, 'provider')
  return `${cost} · ${who}`
}

function CatalogueSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-1.5">
      {[0, 1, 2, 3, 4].map((line) => (
        <div key={line} className="flex h-13 flex-col justify-center gap-1.5 rounded-md border px-3">
          <Skeleton className="h-3.5 w-32" />
          <Skeleton className="h-2.5 w-52" />
        </div>
      ))}
    </div>
  )
}
