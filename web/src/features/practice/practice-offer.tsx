// In the catalogue: practise without keys, for whoever may switch it; and the word of it while it is on.
import { roleReaches, useWorkspace } from '../../shell/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { setPractice, usePractice } from './practice.queries.ts'

export function PracticeOffer({ lacksKeys }: { lacksKeys: boolean }) {
  const on = usePractice()
  const mayEdit = roleReaches(useWorkspace().role, 'admin')
  const { busy, submit, words } = useSubmit()
  if (on === undefined || (!on && !(lacksKeys && mayEdit))) return null
  return (
    <div className={`rounded-md border px-3 py-2.5 text-sm ${on ? 'bg-warn-soft' : ''}`}>
      <p className={on ? 'text-warn' : 'text-ink-2'}>
        {on
          ? 'Practice mode is on: providers that need a key answer with made-up values. Nothing is asked, nothing is spent, and every such value says so.'
          : 'No keys at hand? In practice mode providers that need one answer with made-up values, free and marked, so that you can try a column before you pay for it.'}
      </p>
      {mayEdit && (
        <Button size="sm" className="mt-2" busy={busy} onClick={() => void submit(() => setPractice(!on))}>
          {on ? 'End practice' : 'Practise'}
        </Button>
      )}
      {words && (
        <p role="alert" className="mt-1 text-bad">
          {words}
        </p>
      )}
    </div>
  )
}
