// Reports the answer of an attempt as odd, which keeps it as a sample for fixing the provider.

import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { useSubmit } from '../../../ui/use-submit.ts'
import { traceQuery } from '../../columns/workbook.queries.ts'

export interface CellPlace {
  workbook_id: string
  row_id: string
  column_id: string
}

export function ReportAnswer({ at, attempt }: { at: CellPlace; attempt: Schemas['TraceAttempt'] }) {
  const [note, setNote] = useState<string | null>(null)
  const { busy, submit, words } = useSubmit()
  if (attempt.reported) return <p className="mt-2 text-ink-3">Reported: kept under Settings, Provider health.</p>
  if (note === null)
    return (
      <Button size="sm" look="quiet" className="mt-1" onClick={() => setNote('')}>
        Report this answer
      </Button>
    )
  const send = () =>
    submit(async () => {
      await take(
        api.POST('/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/drift-reports', {
          params: { path: { ...at } },
          body: { attempt_id: attempt.id, note },
        }),
      )
      await queries.invalidateQueries(traceQuery(at.workbook_id, at.row_id, at.column_id))
    })
  return (
    <div className="mt-2 flex flex-col gap-2">
      <Field
        label="What is wrong with it?"
        hint="It is kept as shown here, with secrets masked, so that the provider can be fixed."
      >
        <Textarea autoFocus rows={2} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <FormError>{words}</FormError>
      <div className="flex gap-2">
        <Button size="sm" look="primary" busy={busy} onClick={() => void send()}>
          Report
        </Button>
        <Button size="sm" onClick={() => setNote(null)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
