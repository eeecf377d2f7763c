// The pairs that were decided last, each with the way back.

import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/shapes.ts'
import { showError } from '../../session/show-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { forgetQueue, queueQuery, reopenPair, splitEntity } from './entities.queries.ts'

const TITLES = { merged: 'Merged', auto_merged: 'Merged automatically', rejected: 'Not duplicates' } as const
const SHOWN = 10

export function DecidedPairs({ editable }: { editable: boolean }) {
  return (
    <>
      {(Object.keys(TITLES) as (keyof typeof TITLES)[]).map((status) => (
        <Decided key={status} status={status} editable={editable} />
      ))}
    </>
  )
}

function Decided({ status, editable }: { status: keyof typeof TITLES; editable: boolean }) {
  const pairs = useQuery(queueQuery(status))
  const items = pairs.data?.items.slice(0, SHOWN) ?? []
  if (items.length === 0) return null

  async function takeBack(pair: Schemas['EntityPair']) {
    try {
      if (pair.merge_id !== null) await splitEntity(pair.entity_id, pair.merge_id)
      else await reopenPair(pair.id)
      toast('Decision undone')
    } catch (error) {
      showError(error, 'The decision stands.')
    }
    await forgetQueue()
  }

  return (
    <section aria-label={TITLES[status]}>
      <h2 className="mb-1 font-semibold">
        {TITLES[status]} <span className="font-normal text-ink-3 tabular-nums">{pairs.data?.total}</span>
      </h2>
      <ul className="divide-y rounded-lg border">
        {items.map((pair) => (
          <li key={pair.id} className="flex min-h-11 items-center gap-3 px-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {nameOf(pair.entity)} <span className="text-ink-3">and</span> {nameOf(pair.candidate)}
            </span>
            {pair.decided_by !== null && <span className="shrink-0 text-ink-3 max-sm:hidden">{pair.decided_by}</span>}
            {editable && (
              <Button size="sm" look="quiet" onClick={() => void takeBack(pair)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf({ values, name }: Schemas['EntityPair']['entity']): string {
  const own = values.company ?? values.contact_person ?? values.email
  return typeof own === 'string' ? own : (name ?? 'No name')
}
