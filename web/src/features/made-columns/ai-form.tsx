// The form of a column that asks a model: the model, the prompt, the answers, a try on rows with tokens and cost.
import { rawText } from '../../grid/display.logic.ts'
import { Field } from '../../ui/field.tsx'
import { problemOfAi, writeAi } from './ai-draft.logic.ts'
import { AskedFields } from './asked-fields.tsx'
import { Amount, More } from './form-parts.tsx'
import type { AiDraft, Asked, FormProps } from './made.shapes.ts'
import { ModelPicker } from './model-picker.tsx'
import { ReferenceEditor } from './reference-editor.tsx'
import { namesIn } from './references.logic.ts'
import { RequiredRefs } from './required-refs.tsx'
import { TriedOutcome, TryPart, useTry } from './try-part.tsx'

export function AiForm({ workbookId, columnId, columns, rows, draft, errors, onChange }: FormProps<AiDraft>) {
  const put = (part: Partial<AiDraft>) => onChange({ ...draft, ...part })
  const asked = useTry({
    workbookId,
    rowIds: [],
    column: () => ({ ...writeAi(draft, false), ...(columnId ? { id: columnId } : {}) }) as Asked,
  })
  return (
    <>
      <ModelPicker model={draft.model} error={errors.model} onChange={(model) => put({ model })} />
      <Field
        label="Prompt"
        error={errors.prompt}
        hint="Type / for a column. The values are handed over as data: whatever a cell says, it gives no orders."
      >
        <ReferenceEditor
          slash
          lines={5}
          columns={columns}
          placeholder="What does /Company sell, in at most ten words?"
          value={draft.prompt}
          onChange={(prompt) => put({ prompt })}
        />
      </Field>
      <RequiredRefs
        names={namesIn(draft.prompt)}
        required={draft.required}
        otherwise="A row in which none of these has a value is skipped."
        onChange={(required) => put({ required })}
      />
      <AskedFields
        fields={draft.fields}
        output={draft.output}
        errors={errors}
        onChange={(fields) => put({ fields })}
        onOutput={(output) => put({ output })}
      />
      <TryPart
        asked={asked}
        rows={rows}
        blocked={problemOfAi(draft)}
        about="Really asks the model, and costs what asking costs. No cell is filled."
      >
        {asked.tried && (
          <ul className="flex flex-col gap-3 rounded-md border px-3 py-2.5">
            {asked.tried.rows.map((row) => (
              <li key={row.row_id}>
                <TriedOutcome row={row}>{row.fields && <Answers values={row.fields} />}</TriedOutcome>
              </li>
            ))}
          </ul>
        )}
      </TryPart>
      <More title="More" summary={`temperature ${draft.temperature}, at most ${draft.max_tokens} tokens`}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Amount
            label="Temperature"
            hint="0 answers most alike, 2 most freely."
            value={draft.temperature}
            error={errors.temperature}
            onChange={(temperature) => put({ temperature })}
          />
          <Amount
            label="Longest answer, in tokens"
            value={draft.max_tokens}
            error={errors.max_tokens}
            onChange={(max_tokens) => put({ max_tokens })}
          />
          <Amount
            label="Seconds a row may take"
            value={draft.timeout_seconds}
            error={errors.timeout_seconds}
            onChange={(timeout_seconds) => put({ timeout_seconds })}
          />
          <Amount
            label="Days an answer is good"
            hint="For the same prompt, values and model."
            value={draft.cache_days}
            error={errors.cache_days}
            onChange={(cache_days) => put({ cache_days })}
          />
        </div>
      </More>
    </>
  )
}

export function Answers({ values }: { values: Record<string, unknown> }) {
  return (
    <dl className="mt-0.5 grid grid-cols-[minmax(4rem,30%)_1fr] gap-x-3 text-sm">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="truncate text-ink-3">{name}</dt>
          <dd dir="auto" className="[overflow-wrap:anywhere]">
            {rawText(value) || <span className="text-ink-3">blank</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
