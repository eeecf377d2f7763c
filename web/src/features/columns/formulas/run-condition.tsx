// Which rows of a column run: the condition, and what it comes to on real rows, on both of its sides.
import type { Column } from '../../../api/shapes.ts'
import type { Filter } from '../workbook.shapes.ts'
import { type Conditions, conditionOf } from './condition.logic.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import { ConditionExamples } from './condition-examples.tsx'

interface Conditioned {
  conditions: Conditions | null
  deep: Filter | null
}

interface Props<Draft extends Conditioned> {
  /** The workbook whose rows are shown as examples; null for leads. */
  workbookId: string | null
  /** Columns that may be referred to: all but the one being edited. */
  columns: Column[]
  draft: Draft
  onChange: (draft: Draft) => void
}

export function RunCondition<Draft extends Conditioned>({ workbookId, columns, draft, onChange }: Props<Draft>) {
  return (
    <section aria-label="Run condition">
      <h4 className="mb-1.5 font-medium text-ink-2 text-sm">
        {workbookId === null ? 'Only for leads where' : 'Run only when'}
      </h4>
      <ConditionBuilder
        columns={columns}
        conditions={draft.conditions}
        deep={draft.deep}
        onChange={(conditions) => onChange({ ...draft, conditions })}
        onReplaceDeep={() => onChange({ ...draft, deep: null, conditions: { join: 'and', rows: [] } })}
      />
      {workbookId !== null && (
        <ConditionExamples workbookId={workbookId} columns={columns} condition={conditionOf(draft)} />
      )}
    </section>
  )
}
