// A definition applied to a workbook: chosen or pasted, its differences read, then applied exactly so, undone as one.

import { Minus, MoveVertical, Pencil, Plus } from 'lucide-react'
import { asProblem, describeProblem } from '../../../api/problem.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { counted } from '../../../ui/format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DefinitionText } from '../../columns/definition-text.tsx'
import { applyDefinition, type PlannedChange, planDefinition } from '../../columns/workbook-settings.api.ts'
import { tellUndoable } from '../../history/use-undo.ts'
import { linesOf, summaryOf } from './difference.logic.ts'

interface Props {
  workbook: { id: string; name: string }
  onClose: () => void
  onApplied: () => void
}

export function DefinitionDialog({ workbook, onClose, onApplied }: Props) {
  const { id, name } = workbook
  const planning = useForm({ text: '' }, { send: ({ text }) => planDefinition(id, text) })
  const applying = useSubmit<Schemas['DefinitionPlan'] | undefined>()
  const { text } = planning.values
  // The plan that was made when applying the first one found the workbook changed.
  const plan = applying.answer ?? planning.answer ?? null
  const busy = planning.busy || applying.busy

  function apply() {
    const hash = plan?.hash
    if (hash === undefined) return
    void applying.submit(async () => {
      try {
        const done = await applyDefinition(id, text, hash)
        onApplied()
        tellUndoable(`The definition was applied: ${summaryOf(done.changes)}`, [done.change_id])
        return undefined
      } catch (error) {
        if (asProblem(error).status !== 409) throw error
        return planDefinition(id, text)
      }
    })
  }
  function back() {
    planning.forget()
    applying.forget()
  }
  const problem = applying.problem
    ? `Nothing was applied. ${describeProblem(applying.problem).what}`
    : applying.answer
      ? 'The workbook changed since this was planned. Nothing was applied; this is what would change now.'
      : planning.problem &&
        `The definition could not be read. ${describeProblem(planning.problem).what} Nothing was changed.`

  const count = plan?.changes.length ?? 0
  const isOpen = plan !== null && plan.problems.length === 0 && count > 0
  return (
    <Dialog
      open
      size="lg"
      title={<span dir="auto">{`Apply a definition to “${name}”`}</span>}
      about="The workbook as a file: columns, shared views and the duplicate key. You see every change before it is applied."
      onOpenChange={(open) => !open && onClose()}
      actions={
        plan ? (
          <>
            <Button className="mr-auto" disabled={busy} onClick={back}>
              Back
            </Button>
            <Button onClick={onClose}>{isOpen ? 'Cancel' : 'Close'}</Button>
            {isOpen && (
              <Button look="primary" busy={busy} onClick={apply}>
                {`Apply ${counted(count, 'change')}`}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" busy={busy} disabled={text.trim() === ''} onClick={() => void planning.submit()}>
              See what would change
            </Button>
          </>
        )
      }
    >
      <DefinitionText
        text={text}
        hint="As “Export definition” gives it. Columns that the file does not have are removed; “was: Old name” renames one."
        placeholder={'millrace: 1\ncolumns:\n  - name: Company\n    type: input'}
        busy={busy}
        problem={problem}
        onText={(next) => planning.set({ text: next })}
        onFile={(read) => {
          applying.forget()
          void planning.submit(async () => {
            const next = await read()
            planning.set({ text: next })
            return planDefinition(id, next)
          })
        }}
      >
        {plan && <Plan plan={plan} problem={problem} />}
      </DefinitionText>
    </Dialog>
  )
}

const MOST_PROBLEMS = 20

function Plan({ plan, problem }: { plan: Schemas['DefinitionPlan']; problem: string | null }) {
  const { changes, problems } = plan
  // The changes of a file with problems are not shown: they are not what its author meant.
  const shown = problems.length > 0 ? [] : changes
  const losses = changes.flatMap(({ name, of, warnings }) => warnings.map((warning) => ({ name, of, warning })))
  return (
    <div className="flex flex-col gap-4">
      <FormError>{problem}</FormError>
      {problems.length > 0 && (
        <section role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          <p className="font-medium">
            {counted(problems.length, 'thing')} in the file {problems.length === 1 ? 'stands' : 'stand'} in the way.
            Nothing can be applied until the file is corrected.
          </p>
          <ul className="mt-1 list-disc pl-5">
            {problems.slice(0, MOST_PROBLEMS).map(({ loc, msg }) => (
              <li key={`${loc.join('.')} ${msg}`} className="[overflow-wrap:anywhere]">
                {msg}
                <span className="ml-1.5 font-mono text-2xs">{placeOf(loc)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changes.length === 0 && problems.length === 0 && (
        <p className="text-ink-2">The workbook is already as the file says. There is nothing to apply.</p>
      )}
      {shown.length > 0 && (
        <p>
          <strong className="font-semibold">{summaryOf(changes)}.</strong>{' '}
          <span className="text-ink-2">
            {losses.length > 0 ? 'What happens to values stands beside each.' : 'No value is lost.'} One undo takes all
            of it back for 30 days.
          </span>
        </p>
      )}
      {shown.length > 0 && (
        <ul className="flex flex-col divide-y rounded-md border">
          {shown.map((change) => (
            <Change key={`${change.of} ${change.kind} ${change.name}`} change={change} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Where in the file, without the words that are the same for all. */
function placeOf(loc: (string | number)[]): string {
  return loc.filter((part) => part !== 'body' && part !== 'definition').join('.')
}

const MARKS = {
  add: { icon: Plus, tone: 'text-ok' },
  change: { icon: Pencil, tone: 'text-accent-ink' },
  rename: { icon: Pencil, tone: 'text-accent-ink' },
  reorder: { icon: MoveVertical, tone: 'text-accent-ink' },
  remove: { icon: Minus, tone: 'text-bad' },
} as const

function Change({ change }: { change: PlannedChange }) {
  const { kind, words, warnings, fields } = change
  const { icon: Icon, tone } = MARKS[kind]
  return (
    <li className="px-3 py-2">
      <details open={kind === 'change' || kind === 'reorder'} className="group">
        <summary className="flex items-start gap-2">
          <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', tone)} strokeWidth={2} />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {words}
            </span>
            {warnings.map((warning) => (
              <span key={warning} className="block text-sm text-warn">
                {warning}
              </span>
            ))}
          </span>
          {fields.length > 0 && kind !== 'rename' && (
            <span aria-hidden className="text-ink-3 text-xs group-open:hidden">
              Details
            </span>
          )}
        </summary>
        {kind !== 'rename' && fields.length > 0 && (
          <dl className="mt-1.5 flex flex-col gap-1.5 pl-6">
            {fields.map((field) => (
              <Difference key={field.name} {...field} />
            ))}
          </dl>
        )}
      </details>
    </li>
  )
}

function Difference({ name, from, to }: PlannedChange['fields'][number]) {
  const sides = [
    { sign: '−', said: 'was', lines: linesOf(from), look: 'bg-bad-soft text-bad' },
    { sign: '+', said: 'becomes', lines: linesOf(to), look: 'bg-ok-soft text-ok' },
  ].filter(({ lines }) => lines.length > 0)
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2 text-sm max-sm:grid-cols-1 max-sm:gap-0.5">
      <dt className="truncate text-ink-3">{name}</dt>
      <dd className="overflow-hidden rounded-sm font-mono text-xs">
        {sides.map(({ sign, said, lines, look }) => (
          <div key={said} className={cx('flex gap-2 px-2 py-0.5', look)}>
            <span aria-hidden>{sign}</span>
            <span className="sr-only">{said}</span>
            <pre dir="auto" className="min-w-0 whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">
              {lines.join('\n')}
            </pre>
          </div>
        ))}
      </dd>
    </div>
  )
}
