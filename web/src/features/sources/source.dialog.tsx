// Adds or changes a source: which kind, its settings, where its fields go, and when it runs.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import type { Column, InputType, Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormValues } from '../../ui/forms/form-fields.logic.ts'
import { areSaidAt, errorsUnder, settingFields, settingsOf, valuesOf } from '../../ui/forms/schema-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { normaliserFor, targetErrors } from '../import/import.logic.ts'
import { MappingTable } from '../import/mapping-table.tsx'
import { AdapterGallery } from './adapter-gallery.tsx'
import { SOURCE_PARTS } from './setting-editors.tsx'
import { PreviewTable } from './source-preview.tsx'
import { SourceWhen, type When } from './source-when.tsx'
import {
  type Adapter,
  adaptersKey,
  addSource,
  changeSource,
  getAdapters,
  runSource,
  sourcesKey,
  trySource,
} from './sources.api.ts'
import { mappingOf, previewColumns, savedTargets } from './sources.logic.ts'

interface Props {
  workbookId: string
  columns: Column[]
  /** The one that is changed; absent for a new one. */
  source?: Schemas['WorkbookSource'] | undefined
  onClose: (saved: Schemas['WorkbookSource'] | null) => void
}

export function SourceDialog({ workbookId, columns, source, onClose }: Props) {
  const adapters = useQuery({ queryKey: adaptersKey(), queryFn: getAdapters })
  const [chosen, setChosen] = useState<Adapter | null>(null)
  const adapter = chosen ?? adapters.data?.find(({ id }) => id === source?.adapter) ?? null
  if (adapter)
    return (
      <Editor
        key={adapter.id}
        {...{ workbookId, columns, source, adapter, onClose }}
        onBack={source ? undefined : () => setChosen(null)}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(null)}
      size="lg"
      title={source ? source.name : 'Add a source'}
      about={source ? undefined : 'Rows come from it by hand or by schedule.'}
    >
      {adapters.isPending && <Skeleton className="h-64" />}
      {adapters.isError && (
        <ErrorState
          title="The sources could not be loaded"
          error={adapters.error}
          retry={() => void adapters.refetch()}
        />
      )}
      {adapters.data && !source && <AdapterGallery adapters={adapters.data} onChoose={setChosen} />}
    </Dialog>
  )
}

function Editor({
  workbookId,
  columns,
  source,
  adapter,
  onClose,
  onBack,
}: Props & { adapter: Adapter; onBack: (() => void) | undefined }) {
  const fields = settingFields(adapter.query)
  const said = fields.map(({ name }) => `settings.${name}`)
  const [values, setValues] = useState<FormValues>(source ? valuesOf(source.settings) : {})
  const [preview, setPreview] = useState<Schemas['SourcePreview'] | null>(null)
  const [targets, setTargets] = useState<ReadonlyMap<number, Schemas['ImportTarget']>>(new Map())
  const [when, setWhen] = useState<When>({
    name: source?.name ?? adapter.title,
    mode: (source?.mode as When['mode']) ?? 'upsert',
    existing: source?.existing ?? 'overwrite',
    schedule: (source?.schedule as When['schedule']) ?? null,
    max_rows: String(source?.max_rows ?? 10_000),
    match: '',
  })
  const trying = useSubmit()
  const saving = useSubmit()
  const [asked, setAsked] = useState<'save' | 'try'>('try')
  const refused = asked === 'save' ? saving.fields : trying.fields
  const settings = settingsOf(fields, values, source?.settings)
  const proposal = preview?.id_proposal
  const shown = preview ? previewColumns(preview) : []
  const wrong = targetErrors(shown, targets, columns)
  const filled = new Set(
    shown.flatMap(({ index, target: usual }) => {
      const target = targets.get(index) ?? usual
      return target.kind === 'column' ? [target.column_id] : []
    }),
  )
  const matchable = columns.filter(({ id }) => filled.has(id))
  const needsKey = adapter.integration?.required && !adapter.integration.configured

  async function look(given: FormValues = values) {
    setAsked('try')
    let found: Schemas['SourcePreview'] | null = null
    const done = await trying.submit(async () => {
      found = await trySource(workbookId, {
        adapter: adapter.id,
        settings: settingsOf(fields, given, source?.settings),
      })
    })
    if (!done || !found) return
    setPreview(found)
    setTargets(source ? savedTargets(found, source, columns) : new Map())
  }

  async function save(runNow: boolean) {
    setAsked('save')
    let saved: Schemas['WorkbookSource'] | null = null
    const { max_rows, match, ...rest } = when
    const matched = columns.find(({ id }) => id === match)
    const body = {
      ...rest,
      settings,
      max_rows: Number(max_rows),
      ...(matched && {
        identity: [{ column_id: matched.id, normaliser: normaliserFor(matched.input_type as InputType, matched.name) }],
      }),
      ...(preview && preview.fields.length > 0 && { mapping: mappingOf(preview, targets) }),
    }
    const done = await saving.submit(async () => {
      saved = source
        ? await changeSource(workbookId, source.id, body)
        : await addSource(workbookId, {
            ...body,
            adapter: adapter.id,
            mapping: mappingOf(preview as Schemas['SourcePreview'], targets),
          })
      if (runNow && saved) await runSource(workbookId, saved.id)
    })
    if (!done) return
    void queries.invalidateQueries({ queryKey: sourcesKey(workbookId) })
    onClose(saved)
  }

  const canSave = source !== undefined || (preview !== null && preview.problem === null && preview.fields.length > 0)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(null)}
      size="lg"
      title={source ? `Edit ${source.name}` : adapter.title}
      about={adapter.description}
      actions={
        <>
          {onBack && <Button onClick={onBack}>Back</Button>}
          <Button disabled={!canSave || wrong.size > 0} busy={saving.busy} onClick={() => void save(false)}>
            {source ? 'Save source' : 'Add source'}
          </Button>
          {!source && (
            <Button
              look="primary"
              disabled={!canSave || wrong.size > 0}
              busy={saving.busy}
              onClick={() => void save(true)}
            >
              Add and run
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {needsKey && (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            {adapter.integration?.name} needs a key. An admin can enter it under Settings, Integrations.
          </p>
        )}
        <SchemaForm
          columns={2}
          parts={SOURCE_PARTS}
          fields={fields}
          values={values}
          errors={errorsUnder('settings', refused)}
          onChange={setValues}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={trying.busy} onClick={() => void look()}>
            {preview ? 'Preview again' : 'Preview records'}
          </Button>
          <FormError>{asked === 'try' && !areSaidAt(said, refused) && trying.words}</FormError>
        </div>
        {preview?.problem && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm [overflow-wrap:anywhere]">
            {preview.problem}
          </p>
        )}
        {preview && preview.problem === null && preview.warnings.length > 0 && (
          <div
            role="status"
            className="flex flex-col items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn [overflow-wrap:anywhere]"
          >
            {preview.warnings.map((words) => (
              <p key={words}>{words}.</p>
            ))}
            {proposal && (
              <Button
                size="sm"
                busy={trying.busy}
                onClick={() => {
                  const next = { ...values, [proposal.setting]: proposal.field }
                  setValues(next)
                  void look(next)
                }}
              >
                Use “{proposal.field}” as the id
              </Button>
            )}
          </div>
        )}
        {preview && preview.problem === null && (
          <>
            <PreviewTable preview={preview} />
            <section aria-label="Columns">
              <h3 className="mb-2 font-medium text-ink-2 text-sm">Where the fields go</h3>
              <MappingTable
                columns={shown}
                existing={columns}
                targets={targets}
                errors={wrong}
                onChange={(index, target) => setTargets(new Map(targets).set(index, target))}
              />
            </section>
          </>
        )}
        {canSave && (
          <SourceWhen value={when} matchable={matchable} errors={asked === 'save' ? refused : {}} onChange={setWhen} />
        )}
        <FormError>{asked === 'save' && saving.words}</FormError>
      </div>
    </Dialog>
  )
}
