// Rows sent by programs: makes, replaces and revokes the token of a workbook, and shows how to send with it.

import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { asProblem, describeProblem } from '../../../api/problem.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeAgo, TimeAhead } from '../../../ui/time.tsx'

type Made = Schemas['IngestTokenMade']
type Act = 'make' | 'revoke' | 'take'

const UNKNOWN: FormField[] = [
  {
    name: 'unknown_keys',
    kind: 'choice',
    label: 'Unknown fields',
    hint: 'Goes with the token that is made now.',
    options: [
      { value: 'ignore', label: 'Leave them out' },
      { value: 'add_column', label: 'Add a text column for each' },
      { value: 'reject', label: 'Reject the row' },
    ],
  },
]

export function IngestDialog({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const params = { path: { workbook_id: workbookId } }
  const key = [...keys.workbook(workbookId), 'ingest token']
  const token = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        return await take(api.GET('/api/workbooks/{workbook_id}/ingest-token', { params, signal }))
      } catch (error) {
        if (asProblem(error).status === 404) return null
        throw error
      }
    },
  })
  const {
    values,
    busy,
    busyBy,
    submit,
    answer: made,
    problem: refused,
    tied,
  } = useForm<{ unknown_keys: string }, Made | null>({ unknown_keys: token.data?.unknown_keys ?? 'ignore' })

  const act = (what: Act, work: () => Promise<Made | null>) =>
    submit(async () => {
      const answer = await work()
      await queries.invalidateQueries({ queryKey: key })
      return answer
    }, what)
  const make = () =>
    act('make', () => {
      const body = { unknown_keys: values.unknown_keys as Made['unknown_keys'] }
      return take(api.POST('/api/workbooks/{workbook_id}/ingest-token', { params, body }))
    })
  const takeOver = () =>
    act('take', async () => {
      await take(api.POST('/api/workbooks/{workbook_id}/ingest-token/take-over', { params }))
      return null
    })
  const revoke = () =>
    act('revoke', async () => {
      await take(api.DELETE('/api/workbooks/{workbook_id}/ingest-token', { params }))
      return null
    })

  const problem = refused ?? token.error
  const words = problem === null ? null : describeProblem(problem)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Send rows by API"
      about="A program sends rows into this workbook with a token that has no other rights."
      actions={
        made ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            {token.data && (
              <Button look="danger" busy={busyBy === 'revoke'} disabled={busy} onClick={() => void revoke()}>
                Revoke the token
              </Button>
            )}
            <Button
              look="primary"
              busy={busyBy === 'make'}
              disabled={busy || token.isPending}
              onClick={() => void make()}
            >
              {token.data ? 'Replace token' : 'Create token'}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {words && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
            {refused ? 'The token stays as it was. ' : ''}
            {words.what} {words.next}
          </p>
        )}
        {made ? (
          <>
            <CopyField label="Token" value={made.token} hint="Shown this once: keep it where your program finds it." />
            <CopyField label="Try it" value={made.curl} hint="Sends one row. The answer gives its result." />
            <p className="text-ink-3 text-sm">
              Up to 500 rows a call. A row that the workbook knows already is updated; one bad row never loses the
              others.
            </p>
          </>
        ) : (
          <>
            {token.isPending ? (
              <Skeleton className="h-5 w-64" />
            ) : token.data ? (
              <p>
                There is a token that ends in <code className="font-mono">{token.data.hint}</code>, held by{' '}
                {token.data.held_by ?? 'a former member'}, made <TimeAgo at={token.data.created_at} />,{' '}
                {token.data.last_used_at ? (
                  <>
                    last used <TimeAgo at={token.data.last_used_at} />
                  </>
                ) : (
                  'not used yet'
                )}
                . Replacing it ends it at once.
              </p>
            ) : (
              <p>No tokens yet, so no program can send rows here.</p>
            )}
            {token.data?.ends_at && (
              <Unheld token={token.data} busy={busyBy === 'take'} disabled={busy} onTake={() => void takeOver()} />
            )}
            <SchemaForm {...tied} fields={UNKNOWN} />
          </>
        )}
      </div>
    </Dialog>
  )
}

interface UnheldProps {
  token: Schemas['IngestToken']
  busy: boolean
  disabled: boolean
  onTake: () => void
}

/** Shown while the token has no holder: it ends unless a member takes it over. */
function Unheld({ token, busy, disabled, onTake }: UnheldProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm">
      <p>
        {token.held_by ?? 'Its holder'} has left, is locked, or may no longer change workbooks. The token ends{' '}
        {token.ends_at && <TimeAhead at={token.ends_at} />} unless a member takes it over. The previous holder may still
        know it: replace it if they should not be able to send rows.
      </p>
      <Button size="sm" busy={busy} disabled={disabled} onClick={onTake}>
        Take it over
      </Button>
    </div>
  )
}
