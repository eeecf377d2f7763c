// Prompts and models side by side: up to four variants asked for the same rows, with what each answered, took and cost.
import { Columns2, Pin, Play, X } from 'lucide-react'
import { useState } from 'react'
import type { Column, Schemas } from '../../../api/shapes.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { costWords, counted, tookWords } from '../../../ui/format.ts'
import { Field, Select } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { AiAsked, AiDraft, ColumnComparison } from '../../columns/custom.shapes.ts'
import { compareVariants, pinTest } from '../custom.queries.ts'
import { ReferenceEditor } from '../reference-editor.tsx'
import { Answers } from '../try/answers.tsx'
import { rowWords } from '../try/row-words.logic.ts'
import { TriedStatus } from '../try/try-part.tsx'
import { problemOfAi, writeAi } from './ai-draft.logic.ts'
import { expectedFrom } from './expected.logic.ts'
import { ModelPicker } from './model-picker.tsx'

interface Props {
  workbookId: string
  columnId: string | undefined
  columns: Column[]
  /** Ids of the first rows. */
  rowIds: string[]
  draft: AiDraft
  onTake: (draft: AiDraft) => void
  onClose: () => void
}

type Variant = Pick<AiDraft, 'model' | 'prompt'>

const MOST = 4
const NAMES = ['A', 'B', 'C', 'D']

export function EvalsDialog({ workbookId, columnId, columns, rowIds, draft, onTake, onClose }: Props) {
  const [variants, setVariants] = useState<Variant[]>(() => {
    const { model, prompt } = draft
    return [
      { model, prompt },
      { model, prompt },
    ]
  })
  const [rows, setRows] = useState(Math.min(5, rowIds.length))
  const [compared, setCompared] = useState<ColumnComparison | null>(null)
  const { busy, submit, words } = useSubmit()
  const drafts = variants.map((variant) => ({ ...draft, ...variant }))
  const blocked = drafts.map(problemOfAi)
  const put = (at: number, part: Partial<Variant>) => {
    setVariants(variants.map((one, index) => (index === at ? { ...one, ...part } : one)))
  }
  function change(next: Variant[]) {
    setVariants(next)
    setCompared(null)
  }
  const run = () =>
    void submit(async () => {
      const asked = drafts.map((one) => writeAi(one, false) as unknown as AiAsked)
      const whole = columnId ? asked.map((one) => ({ ...one, id: columnId })) : asked
      setCompared(await compareVariants(workbookId, whole, rowIds.slice(0, rows)))
    })
  const calls = variants.length * rows
  const sizes = [...new Set([5, 10, 20].map((size) => Math.min(size, rowIds.length)))]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      title="Compare prompts and models"
      about="Runs every variant on the same rows. Normal charges apply, and no cell is filled."
      actions={
        <>
          <Field label="Rows" hideLabel className="mr-auto">
            <Select value={rows} onChange={(event) => setRows(Number(event.target.value))}>
              {sizes.map((size) => (
                <option key={size} value={size}>
                  {size === 1 ? 'The first row' : `The first ${size} rows`}
                </option>
              ))}
            </Select>
          </Field>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" icon={Play} busy={busy} disabled={blocked.some(Boolean) || rows === 0} onClick={run}>
            Ask {counted(calls, 'time')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-3" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))' }}>
          {variants.map((variant, at) => (
            <fieldset key={NAMES[at]} className="flex min-w-0 flex-col gap-3 rounded-md border px-3 pt-2 pb-3">
              <legend className="sr-only">Variant {NAMES[at]}</legend>
              <div className="flex min-h-8 items-center justify-between">
                <h3 className="font-medium">Variant {NAMES[at]}</h3>
                <span className="flex gap-1">
                  {compared && (
                    <Button
                      size="sm"
                      onClick={() => {
                        onTake({ ...draft, ...variant })
                        onClose()
                      }}
                    >
                      Use this
                    </Button>
                  )}
                  {variants.length > 1 && (
                    <IconButton
                      size="sm"
                      icon={X}
                      label={`Remove variant ${NAMES[at]}`}
                      onClick={() => change(variants.filter((_, index) => index !== at))}
                    />
                  )}
                </span>
              </div>
              <ModelPicker
                label={`Model of ${NAMES[at]}`}
                model={variant.model}
                onChange={(model) => put(at, { model })}
              />
              <Field label={`Prompt of ${NAMES[at]}`} error={blocked[at] ?? undefined}>
                <ReferenceEditor
                  slash
                  lines={4}
                  columns={columns}
                  value={variant.prompt}
                  onChange={(prompt) => put(at, { prompt })}
                />
              </Field>
            </fieldset>
          ))}
        </div>
        {variants.length < MOST && (
          <Button
            size="sm"
            look="quiet"
            icon={Columns2}
            className="self-start"
            onClick={() => change([...variants, variants.at(-1) ?? { model: draft.model, prompt: draft.prompt }])}
          >
            Add a variant
          </Button>
        )}
        <FormError>{words}</FormError>
        {compared && (
          <ComparedTable
            compared={compared}
            busy={busy}
            {...(columnId && {
              onPin: async (row: Schemas['TriedRow']) => {
                await pinTest(workbookId, columnId, row.row_id, expectedFrom(draft.fields, row.fields))
                toast('Pinned to the test set', { tone: 'good' })
              },
            })}
          />
        )}
      </div>
    </Dialog>
  )
}

interface TableProps {
  compared: ColumnComparison
  busy: boolean
  /** For a saved column: keeps the row with this answer as a pinned test. */
  onPin?: (row: Schemas['TriedRow']) => Promise<void>
}

function ComparedTable({ compared: { variants }, busy, onPin }: TableProps) {
  const [first] = variants
  const { submit, words } = useSubmit()
  if (!first) return null
  return (
    <section aria-label="Answers" className={busy ? 'opacity-60' : ''}>
      <FormError>{words}</FormError>
      <div className="overflow-x-auto rounded-md border">
        <table className="w-full min-w-xl table-fixed text-sm">
          <thead>
            <tr className="border-b bg-canvas text-left align-top">
              <th scope="col" className="w-40 px-3 py-2 font-medium text-ink-3 text-xs">
                Row
              </th>
              {variants.map((variant, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: variants stand in a fixed order
                <th key={at} scope="col" className="px-3 py-2 font-medium">
                  Variant {NAMES[at]}
                  <span className="block font-normal text-ink-3 text-xs tabular-nums">
                    {variant.answered} of {variant.rows.length} answered · {costWords(variant.cost_usd)} ·{' '}
                    {tookWords(variant.duration_ms)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.rows.map((row, line) => (
              <tr key={row.row_id} className="border-b align-top last:border-b-0">
                <th
                  scope="row"
                  dir="auto"
                  className="px-3 py-2 text-left font-normal text-ink-2 [overflow-wrap:anywhere]"
                >
                  {rowWords(row.inputs, `Row ${line + 1}`)}
                </th>
                {variants.map((variant, at) => {
                  const answer = variant.rows[line]
                  const differs = at > 0 && JSON.stringify(answer?.fields) !== JSON.stringify(row.fields)
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: variants stand in a fixed order
                    <td key={at} className={`px-3 py-2 ${differs ? 'bg-warn-soft' : ''}`}>
                      {answer && (
                        <div className="flex items-start gap-1">
                          <div className="min-w-0 flex-1">
                            {answer.fields ? <Answers values={answer.fields} /> : <TriedStatus row={answer} />}
                            <span className="text-ink-3 text-xs tabular-nums">
                              {answer.status !== 'skipped' &&
                                `${tookWords(answer.duration_ms)} · ${costWords(answer.cost_usd)}`}
                            </span>
                          </div>
                          {onPin && answer.fields && (
                            <IconButton
                              size="sm"
                              icon={Pin}
                              label={`Pin row ${line + 1} with the answer of ${NAMES[at]}`}
                              onClick={() => void submit(() => onPin(answer))}
                            />
                          )}
                        </div>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {variants.length > 1 && (
        <p className="mt-1.5 text-ink-3 text-xs">Answers that differ from variant A are colored.</p>
      )}
    </section>
  )
}
