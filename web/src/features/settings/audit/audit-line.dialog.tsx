// One line of an audit log with all it tells: who, when, from where, and what was before and is since.

import type { ReactNode } from 'react'
import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { actWords, changesOf, whoWords } from './audit.logic.ts'

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

export function AuditLineDialog({ line, onClose }: { line: Schemas['AuditLine']; onClose: () => void }) {
  const { actor, object, before, after, ip, request_id } = line
  const changes = changesOf(before, after)
  const facts: [string, ReactNode][] = [
    ['When', exact.format(Date.parse(line.ts))],
    ['Who', actor.user_id === null ? whoWords(actor) : `${whoWords(actor)} (user ${actor.user_id})`],
    ...(object.type
      ? ([['About', [object.type.replaceAll('_', ' '), object.name ?? object.id].filter(Boolean).join(' ')]] as [
          string,
          ReactNode,
        ][])
      : []),
    ['From the address', ip ?? 'none: the service itself'],
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={actWords(line.act)}
      actions={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-1.5">
          {facts.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-3">
              <dt className="w-32 shrink-0 text-ink-3">{name}</dt>
              <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]" dir="auto">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        {changes.length > 0 && (
          <table aria-label="What changed" className="w-full table-fixed text-sm">
            <thead>
              <tr className="text-left text-ink-3 text-xs">
                <th scope="col" className="w-1/4 py-1 pr-2 font-medium">
                  What
                </th>
                <th scope="col" className="py-1 pr-2 font-medium">
                  Before
                </th>
                <th scope="col" className="py-1 font-medium">
                  After
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.name} className="border-t align-top [overflow-wrap:anywhere]">
                  <th scope="row" className="py-1.5 pr-2 text-left font-medium">
                    {change.name}
                  </th>
                  <td className="py-1.5 pr-2 text-ink-2">{change.before ?? '–'}</td>
                  <td className="py-1.5">{change.after ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {request_id && <CopyField label="Request id" value={request_id} />}
      </div>
    </Dialog>
  )
}
