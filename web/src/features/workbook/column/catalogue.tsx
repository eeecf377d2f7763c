// Choosing a new column: search by what is wanted, see who can find it and at what price, or take a column people fill.
import {
  AlignLeft,
  Braces,
  CalendarClock,
  CalendarDays,
  Contact,
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
  WandSparkles,
  Waypoints,
} from 'lucide-react'
import { useState } from 'react'
import type { Column, InputType } from '../../../api/shapes.ts'
import { Input } from '../../../ui/forms/field.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { CustomColumnKind } from '../../columns/custom.shapes.ts'
import { type AddFirst, OutcomeList, type PickOutcome } from './outcome-list.tsx'

export const INPUT_KINDS: { type: InputType; label: string; icon: LucideIcon }[] = [
  { type: 'text', label: 'Text', icon: Type },
  { type: 'long_text', label: 'Long text', icon: AlignLeft },
  { type: 'number', label: 'Number', icon: Hash },
  { type: 'currency', label: 'Currency', icon: DollarSign },
  { type: 'percent', label: 'Percent', icon: Percent },
  { type: 'date', label: 'Date', icon: CalendarDays },
  { type: 'datetime', label: 'Date and time', icon: CalendarClock },
  { type: 'checkbox', label: 'Checkbox', icon: SquareCheck },
  { type: 'select', label: 'Select', icon: Tag },
  { type: 'multi_select', label: 'Multi-select', icon: ListChecks },
  { type: 'email', label: 'Email', icon: Mail },
  { type: 'url', label: 'URL', icon: Link },
  { type: 'phone', label: 'Phone', icon: Phone },
  { type: 'json', label: 'JSON', icon: Braces },
]

/** In the order in which they are offered; a kind that is not here does not compile. */
const MADE: Record<CustomColumnKind, Omit<Way, 'onPick'>> = {
  ai: {
    label: 'Ask AI',
    note: 'A prompt over the columns of a row, answered in typed fields',
    words: 'model gpt claude llm prompt',
    icon: Sparkles,
  },
  research: {
    label: 'Research',
    note: 'A model searches and reads the web, and cites its sources',
    words: 'agent browse ai evidence',
    icon: Telescope,
  },
  http: {
    label: 'Call an API',
    note: 'Call any API or paste curl',
    words: 'rest json',
    icon: Globe,
  },
  match: {
    label: 'Match',
    note: 'Which lead, or which row of another workbook, a row is, however it is written',
    words: 'same duplicate entity identity lookup fuzzy link',
    icon: Waypoints,
  },
  output: {
    label: 'Send somewhere',
    note: 'Webhook, CRM, Slack, sheet or another workbook; each row once',
    words: 'output export crm deliver push',
    icon: Send,
  },
}

const DescribeColumn = lazyPart(async () => (await import('./describe-column.tsx')).DescribeColumn)

interface Props {
  workbookId: string
  /** What is searched for at first. */
  wanted?: string | undefined
  onOutcome: PickOutcome
  onAddFirst: AddFirst
  onInput: (type: InputType, label: string) => void
  onFormula: () => void
  onLookup: () => void
  onLeadField: () => void
  /** `wanted`: what was searched for. */
  onMade: (kind: CustomColumnKind, wanted: string) => void
  /** A column made of a sentence: looked at in its form, or added. */
  onDescribed: (column: Column) => void
  onAdded: (column: Column) => void
}

export function Catalogue({
  workbookId,
  wanted: first = '',
  onOutcome,
  onAddFirst,
  onInput,
  onFormula,
  onLookup,
  onLeadField,
  onMade,
  ...described
}: Props) {
  const [question, setQuestion] = useState(first)
  const [describing, setDescribing] = useState(false)
  const wanted = question.trim()
  const kinds = INPUT_KINDS.filter((kind) => kind.label.toLowerCase().includes(wanted.toLowerCase()))
  const fits = ({ label, note, words = '' }: Omit<Way, 'onPick'>) =>
    `${label} ${note} ${words}`.toLowerCase().includes(wanted.toLowerCase())
  const made = (Object.entries(MADE) as [CustomColumnKind, Omit<Way, 'onPick'>][]).map(([kind, way]) => ({
    kind,
    ...way,
    onPick: () => onMade(kind, fits(way) ? '' : wanted),
  }))
  // Whatever is wanted, a model or an API may know it: these are the ways on where the catalog has none.
  const asking = made.filter((way) => (way.kind !== 'output' && way.kind !== 'match') || fits(way))
  const following = [
    { label: 'Formula', note: 'Computed from the other columns of the row', icon: Sigma, onPick: onFormula },
    { label: 'Lookup', note: 'Brought from another workbook by a key they share', icon: Link2, onPick: onLookup },
    {
      label: 'Field of the lead',
      note: 'Shown from the lead store, and follows it',
      words: 'crm contact company person',
      icon: Contact,
      onPick: onLeadField,
    },
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
      {describing ? (
        <DescribeColumn
          workbookId={workbookId}
          question={question}
          onEdit={described.onDescribed}
          onAdded={described.onAdded}
        />
      ) : (
        <Way
          label="Describe it in a sentence"
          note="A formula, a prompt, a request or a waterfall is drafted, and shown with its cost"
          icon={WandSparkles}
          onPick={() => setDescribing(true)}
        />
      )}
      <OutcomeList workbookId={workbookId} question={question} onOutcome={onOutcome} onAddFirst={onAddFirst} />
      <Ways title="Ask or send" ways={asking} />
      <Ways title="Calculated" ways={following} />
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
        {ways.map((way) => (
          <li key={way.label}>
            <Way {...way} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Way({ label, note, icon: Icon, onPick }: Way) {
  return (
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
  )
}
