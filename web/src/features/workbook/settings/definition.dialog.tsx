// A definition applied to a workbook: chosen or pasted, its differences read, then applied exactly so, undone as one.

import { asProblem, describeProblem } from '../../../api/problem.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ChangeList } from '../../columns/change-list.tsx'
import { DefinitionText } from '../../columns/definition-text.tsx'
import { summaryOf } from '../../columns/difference.logic.ts'
import { applyDefinition, planDefinition } from '../../columns/workbook-settings.api.ts'
import { tellUndoable } from '../../history/use-undo.ts'

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
      <ChangeList changes={shown} />
    </div>
  )
}

/** Where in the file, without the words that are the same for all. */
function placeOf(loc: (string | number)[]): string {
  return loc.filter((part) => part !== 'body' && part !== 'definition').join('.')
}
