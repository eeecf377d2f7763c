// The pinned tests of a column that calls a model: run with the prompt as it stands, and what got better or worse.

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleMinus, CircleX, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../../api/shapes.ts'
import { rawText } from '../../../grid/marks/display.logic.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { counted, percent } from '../../../ui/format.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import type { AiAsked, AiDraft, ColumnTests } from '../../columns/custom.shapes.ts'
import { changeTest, dropTest, runTests, testsQuery } from '../custom.queries.ts'
import { Part } from '../form-parts.tsx'
import { rowWords } from '../try/row-words.logic.ts'
import { writeAi } from './ai-draft.logic.ts'
import { expectationWords } from './expected.logic.ts'
import { ExpectedForm } from './expected-form.tsx'
import { modelName } from './model-words.logic.ts'

interface Props {
  workbookId: string
  columnId: string
  draft: AiDraft
  blocked: string | null
}

export function TestSet({ workbookId, columnId, draft, blocked }: Props) {
  const tests = useQuery(testsQuery(workbookId, columnId))
  const { busy, submit, words } = useSubmit()
  const [editing, setEditing] = useState<string | null>(null)
  const list = tests.data
  if (!list) return null
  const { items } = list
  return (
    <Part
      title="Test set"
      about={
        items.length === 0
          ? 'Compare above and pin the rows that were answered well: after each change of the prompt, run them again.'
          : 'Rows as they were when they were pinned, with what is expected of the answer. Running them really asks.'
      }
    >
      {items.length > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              icon={Play}
              busy={busy}
              disabled={blocked !== null}
              onClick={() =>
                void submit(() => runTests(workbookId, columnId, writeAi(draft, false) as unknown as AiAsked))
              }
            >
              Run {counted(items.length, 'test')}
            </Button>
            <Rate list={list} />
          </div>
          {words && (
            <p role="alert" className="text-bad text-sm">
              {words}
            </p>
          )}
          <ul className="flex flex-col rounded-md border" aria-label="Pinned tests">
            {items.map((test) => (
              <li key={test.id} className="border-b px-3 py-2 last:border-b-0">
                <TestLine
                  test={test}
                  onEdit={() => setEditing(editing === test.id ? null : test.id)}
                  onDrop={() => void submit(() => dropTest(workbookId, columnId, test.id))}
                />
                {editing === test.id && (
                  <ExpectedForm
                    fields={draft.fields}
                    expected={test.expected}
                    save={(expected) => changeTest(workbookId, columnId, test.id, expected)}
                    onClose={() => setEditing(null)}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  )
}

function Rate({ list: { passed, failed, pass_rate, items } }: { list: ColumnTests }) {
  if (pass_rate === null) return null
  const better = items.filter((test) => test.change === 'better').length
  const worse = items.filter((test) => test.change === 'worse').length
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-sm tabular-nums">
      <span>
        {percent(pass_rate)} pass, {passed} of {passed + failed}
      </span>
      {better > 0 && <Badge tone="ok">{better} better</Badge>}
      {worse > 0 && <Badge tone="bad">{worse} worse</Badge>}
    </p>
  )
}

const OUTCOMES = {
  passed: { icon: CircleCheck, tone: 'text-ok', words: 'Passed' },
  failed: { icon: CircleX, tone: 'text-bad', words: 'Failed' },
  not_asked: { icon: CircleMinus, tone: 'text-ink-3', words: 'Not asked' },
}

function TestLine({ test, onEdit, onDrop }: { test: Schemas['ColumnTest']; onEdit: () => void; onDrop: () => void }) {
  const { inputs, expected, result, change } = test
  const outcome = result ? OUTCOMES[result.outcome] : null
  const Icon = outcome?.icon ?? CircleMinus
  const name = rowWords(inputs, 'Blank row')
  return (
    <div className="flex items-start gap-2">
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', outcome?.tone ?? 'text-ink-3')} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate font-medium" dir="auto">
            {name}
          </span>
          <span className={outcome?.tone ?? 'text-ink-3'}>{outcome?.words ?? 'Not run yet'}</span>
          {change && (
            <Badge tone={change === 'better' ? 'ok' : 'bad'}>{change === 'better' ? 'Better' : 'Worse'}</Badge>
          )}
        </p>
        <dl className="grid grid-cols-[minmax(4rem,28%)_1fr] gap-x-3">
          {Object.entries(expected).map(([field, expectation]) => {
            const got = result && result.outcome !== 'not_asked' ? rawText(result.fields?.[field]) || 'nothing' : null
            const isWrong = result?.wrong.includes(field)
            return (
              <div key={field} className="contents">
                <dt className="truncate text-ink-3">{field}</dt>
                <dd dir="auto" className="[overflow-wrap:anywhere]">
                  {expectationWords(expectation)}
                  {isWrong && <span className="text-bad">, but got {got}</span>}
                </dd>
              </div>
            )
          })}
        </dl>
        {result?.outcome === 'not_asked' && result.detail && <p className="text-ink-2">{result.detail}</p>}
        {result && <p className="text-ink-3 text-xs">Last asked: {modelName(result.model)}</p>}
      </div>
      <IconButton size="sm" icon={Pencil} label={`Change what is expected of ${name}`} onClick={onEdit} />
      <IconButton size="sm" icon={Trash2} label={`Let the test of ${name} go`} onClick={onDrop} />
    </div>
  )
}
