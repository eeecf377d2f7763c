// What providers can find, the most wanted first: with who can find it and at what price.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link as PageLink } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWorkspace } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import {
  foundOutcomes,
  methodWords,
  needsWords,
  type OutputChoice,
  outcomesOf,
  outcomeWords,
  priceWords,
  stateWords,
} from '../../columns/catalogue.logic.ts'
import { fieldSearchQuery, providersQuery, suggestedInputsQuery } from '../../columns/workbook.queries.ts'
import type { Provider } from '../../columns/workbook.shapes.ts'

/** `provider` is set when one lookup was picked; else the whole outcome was. */
export type PickOutcome = (outcome: OutputChoice, provider?: Provider) => void
/** Adds the column that gives what is missing, then sets up this one with it. */
export type AddFirst = (first: OutputChoice, outcome: OutputChoice) => Promise<void>

/** Before anything is searched for, so that the other ways to make a column are in sight. */
const FIRST = 6

interface Props {
  workbookId: string
  question: string
  /** Another kind of column is called so: nothing is denied. */
  isElsewhere: boolean
  onOutcome: PickOutcome
  onAddFirst: AddFirst
}

export function OutcomeList({ workbookId, question, isElsewhere, onOutcome, onAddFirst }: Props) {
  const suggested = useQuery(suggestedInputsQuery(workbookId))
  const [stuck, setStuck] = useState<string | null>(null)
  const stepsOf = (field: string) => suggested.data?.outcomes.find((one) => one.field === field)
  const providers = useQuery(providersQuery())
  const [open, setOpen] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const outcomes = useMemo(() => outcomesOf(providers.data ?? []), [providers.data])
  const asked = question.trim().slice(0, 200)
  const search = useQuery({ ...fieldSearchQuery(asked), enabled: asked !== '', placeholderData: keepPreviousData })
  const found = asked === '' ? outcomes : foundOutcomes(outcomes, search.data ?? [])
  const shown = all || asked !== '' ? found : found.slice(0, FIRST)
  const isNone =
    asked !== '' && providers.isSuccess && search.isSuccess && !search.isPlaceholderData && found.length === 0
  return (
    <section aria-label="Find with providers">
      <h3 className="mb-2 font-medium text-ink-2 text-sm">Find it</h3>
      {(providers.isPending || (asked !== '' && search.isPending)) && <CatalogueSkeleton />}
      {asked !== '' && search.isError && (
        <ErrorState
          title="The catalog could not be searched"
          error={search.error}
          retry={() => void search.refetch()}
          className="px-0 py-2"
        />
      )}
      {providers.isError && (
        <ErrorState
          title="The catalog could not be loaded"
          error={providers.error}
          retry={() => void providers.refetch()}
          className="px-0 py-2"
        />
      )}
      <ul className="flex flex-col gap-1.5">
        {shown.map((outcome) => {
          const steps = stepsOf(outcome.field)
          const isStuck = steps !== undefined && steps.usable.length === 0 && steps.next.length > 0
          return (
            <li key={outcome.field} className="rounded-md border">
              <div className="flex items-stretch">
                <button
                  type="button"
                  aria-expanded={isStuck ? stuck === outcome.field : undefined}
                  onClick={() =>
                    isStuck ? setStuck(stuck === outcome.field ? null : outcome.field) : onOutcome(outcome)
                  }
                  className="min-w-0 flex-1 rounded-l-md px-3 py-2 text-left hover:bg-hover"
                >
                  <span className="block font-medium">{outcome.label}</span>
                  <span className="block truncate text-ink-3 text-xs">
                    {isStuck ? steps.reason : outcomeWords(outcome, steps?.usable)}
                  </span>
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
              {isStuck && stuck === outcome.field && (
                <NextSteps
                  reason={steps.reason ?? ''}
                  next={steps.next.flatMap((step) => {
                    const target = outcomes.find(({ field }) => field === step.output)
                    if (!target) return []
                    const act = () => (step.kind === 'add_first' ? onAddFirst(target, outcome) : onOutcome(target))
                    return [{ words: step.words, act }]
                  })}
                  onAnyway={() => onOutcome(outcome)}
                />
              )}
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
          )
        })}
      </ul>
      {shown.length < found.length && (
        <Button size="sm" look="quiet" className="mt-1.5" onClick={() => setAll(true)}>
          {`Browse all ${count(found.length)} fields`}
        </Button>
      )}
      {isNone && !isElsewhere && (
        <p role="status" className="text-ink-3">
          No provider in the catalog finds “{asked}”. A model can answer it, or an API that knows it: see below.
        </p>
      )}
    </section>
  )
}

interface NextStepsProps {
  reason: string
  next: { words: string; act: () => unknown }[]
  onAnyway: () => void
}

/** What leads on where no column has what an outcome needs. */
function NextSteps({ reason, next, onAnyway }: NextStepsProps) {
  const { busy, submit } = useSubmit()
  return (
    <div className="flex flex-col gap-2 border-t px-3 py-2.5">
      <p className="text-ink-2 text-sm">{reason}.</p>
      <div className="flex flex-wrap gap-2">
        {next.map(({ words, act }, index) => (
          <Button
            key={words}
            size="sm"
            look={index === 0 ? 'primary' : 'plain'}
            busy={busy}
            onClick={() => void submit(async () => act())}
          >
            {words}
          </Button>
        ))}
        <Button size="sm" look="quiet" onClick={onAnyway}>
          Set it up anyway
        </Button>
      </div>
    </div>
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
