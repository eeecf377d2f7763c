// Starts a collection: the source, its query as a form, its first records as leads, and how many leads at most.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormValues } from '../../ui/forms/form-fields.logic.ts'
import { areSaidAt, errorsUnder, settingFields, settingsOf } from '../../ui/forms/schema-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { providersQuery } from '../columns/workbook.queries.ts'
import { getSources, jobsKey, previewCollection, startJob } from '../jobs/jobs.api.ts'
import { fieldsQuery } from '../leads/leads.api.ts'
import { SOURCE_PARTS } from './setting-editors.tsx'
import { PreviewTable } from './source-preview.tsx'
import { priceWords } from './sources.logic.ts'

export function CollectDialog({ onClose }: { onClose: (job: Schemas['Job'] | null) => void }) {
  const sources = useQuery({ queryKey: ['job-sources'], queryFn: getSources })
  const [chosen, setChosen] = useState('')
  const [values, setValues] = useState<FormValues>({})
  const [most, setMost] = useState('100')
  const [tags, setTags] = useState('')
  const [tried, setTried] = useState<{ values: FormValues; found: Schemas['SourcePreview'] } | null>(null)
  /** Another query has other records, also where its answer is under way. */
  const preview = tried?.values === values ? tried.found : null
  /** The fields of the records that go elsewhere than the preview proposes. */
  const [mapping, setMapping] = useState<Record<string, string>>({})
  const { busy, submit, words, fields: refused } = useSubmit()
  const trying = useSubmit()
  const [asked, setAsked] = useState<'start' | 'try'>('try')
  const leadFields = useQuery(fieldsQuery)
  const providers = useQuery(providersQuery())
  const source = sources.data?.find(({ id }) => id === chosen) ?? sources.data?.[0]
  const fields = source ? settingFields(source.query) : []
  const said = fields.map(({ name }) => `query.${name}`)

  async function showPreview() {
    if (!source) return
    setAsked('try')
    const query = settingsOf(fields, values)
    await trying.submit(async () => {
      setTried({ values, found: await previewCollection({ source: source.id, query }) })
    })
  }

  async function start() {
    if (!source) return
    setAsked('start')
    const query = settingsOf(fields, values)
    const target = {
      kind: 'leads' as const,
      tags: tags
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
      ...(Object.keys(mapping).length > 0 && { mapping }),
    }
    let job: Schemas['Job'] | null = null
    const done = await submit(async () => {
      job = await startJob({ source: source.id, query, target, max_leads: Number(most) })
    })
    if (!done) return
    void queries.invalidateQueries({ queryKey: jobsKey() })
    onClose(job)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(null)}
      title="Collect leads"
      about="Known leads get missing values; new leads are added."
      actions={
        <>
          <Button onClick={() => onClose(null)}>Cancel</Button>
          <Button busy={trying.busy} disabled={!source} onClick={() => void showPreview()}>
            Preview
          </Button>
          <Button look="primary" busy={busy} disabled={!source || !(Number(most) >= 1)} onClick={() => void start()}>
            Collect leads
          </Button>
        </>
      }
    >
      {sources.isPending && <Skeleton className="h-40" />}
      {sources.isError && <p className="text-bad text-sm">The sources could not be loaded.</p>}
      {source && (
        <div className="flex flex-col gap-4">
          <Field label="Source" hint={source.description}>
            <Select
              value={source.id}
              onChange={(event) => {
                setChosen(event.target.value)
                setValues({})
                setMapping({})
              }}
            >
              {(sources.data ?? []).map((one) => (
                <option key={one.id} value={one.id}>
                  {one.title}
                </option>
              ))}
            </Select>
          </Field>
          <SchemaForm
            columns={2}
            parts={SOURCE_PARTS}
            fields={fields}
            values={values}
            errors={errorsUnder('query', asked === 'start' ? refused : trying.fields)}
            onChange={(next) => {
              setValues(next)
              setMapping({})
            }}
          />
          {preview?.problem && <p className="text-bad text-sm">{preview.problem}</p>}
          {preview && !preview.problem && (
            <>
              <PreviewTable
                preview={preview}
                below={({ name, lead_field }) => (
                  <Select
                    aria-label={`Lead field for ${name}`}
                    className="mt-1 w-36"
                    value={mapping[name] ?? lead_field ?? ''}
                    onChange={(event) => setMapping({ ...mapping, [name]: event.target.value })}
                  >
                    {lead_field === null && <option value="">Not collected</option>}
                    {(leadFields.data ?? []).map((field) => (
                      <option key={field.name} value={field.name}>
                        {field.label}
                      </option>
                    ))}
                  </Select>
                )}
              />
              {preview.warnings.map((warning) => (
                <p key={warning} className="text-sm text-warn">
                  {warning}
                </p>
              ))}
            </>
          )}
          <FormError>{!areSaidAt(said, trying.fields) && trying.words}</FormError>
          <Field
            label="Maximum leads"
            hint={`The job stops there, and says whether the source has more. ${priceWords(source, Number(most), providers.data ?? [])}`}
          >
            <Input inputMode="numeric" value={most} onChange={(event) => setMost(event.target.value)} />
          </Field>
          <Field label="Tags" hint="Every lead gets them. Separate several with commas.">
            <Input value={tags} onChange={(event) => setTags(event.target.value)} />
          </Field>
          <FormError>{!areSaidAt(said, refused) && words}</FormError>
        </div>
      )}
    </Dialog>
  )
}
