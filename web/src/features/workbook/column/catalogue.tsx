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
import {
  COMPUTED_KINDS,
  type ColumnOffer,
  type ComputedKind,
  CUSTOM_KINDS,
  type CustomColumnKind,
  offerOf,
} from '../../columns/custom-kinds.logic.ts'
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

const ICONS: Record<ColumnOffer['icon'], LucideIcon> = {
  contact: Contact,
  globe: Globe,
  link: Link2,
  send: Send,
  sigma: Sigma,
  sparkles: Sparkles,
  telescope: Telescope,
  waypoints: Waypoints,
}

const DescribeColumn = lazyPart(async () => (await import('./describe-column.tsx')).DescribeColumn)

interface Props {
  workbookId: string
  /** What is searched for at first. */
  wanted?: string | undefined
  onOutcome: PickOutcome
  onAddFirst: AddFirst
  onInput: (type: InputType, label: string) => void
  onComputed: (kind: ComputedKind) => void
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
  onComputed,
  onMade,
  ...described
}: Props) {
  const [question, setQuestion] = useState(first)
  const [describing, setDescribing] = useState(false)
  const wanted = question.trim()
  const kinds = INPUT_KINDS.filter((kind) => kind.label.toLowerCase().includes(wanted.toLowerCase()))
  const fits = ({ label, note, search_words = '' }: ColumnOffer) =>
    `${label} ${note} ${search_words}`.toLowerCase().includes(wanted.toLowerCase())
  const asking = CUSTOM_KINDS.flatMap((kind): Way[] => {
    const offer = offerOf(kind)
    const isMeant = fits(offer)
    if (!isMeant && !offer.for_any_question) return []
    return [wayOf(offer, () => onMade(kind, isMeant ? '' : wanted))]
  })
  const following = COMPUTED_KINDS.flatMap((kind) => {
    const offer = offerOf(kind)
    return fits(offer) ? [wayOf(offer, () => onComputed(kind))] : []
  })
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
      <OutcomeList
        isElsewhere={kinds.length > 0 || [...CUSTOM_KINDS, ...COMPUTED_KINDS].some((kind) => fits(offerOf(kind)))}
        {...{ workbookId, question, onOutcome, onAddFirst }}
      />
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
  icon: LucideIcon
  onPick: () => void
}

const wayOf = ({ label, note, icon }: ColumnOffer, onPick: () => void): Way => ({
  label,
  note,
  icon: ICONS[icon],
  onPick,
})

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
