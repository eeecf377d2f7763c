// One recipe before it is used: its columns, keys, cost and what it fills, and what it is used on: a new workbook, one that is there, or a file.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { counted, money } from '../../ui/format.ts'
import { ChooseFile } from '../../ui/forms/file-drop.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { type EditorProps, SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { ColumnChips } from './recipe-columns.tsx'
import { RecipePreview } from './recipe-preview.tsx'
import { applyRecipe, instantiateRecipe, needsOne, previewQuery, recipeQuery, rowCostWords } from './recipes.queries.ts'

interface Props {
  recipe: Schemas['RecipeItem']
  /** The workbook that it is to be used on. */
  workbookId: string | undefined
  onClose: () => void
  onRename: () => void
  onDelete: () => void
  /** It is to be used on a file, which is imported first. */
  onFile: (file: File) => void
}

const WAYS = [
  { value: 'new', label: 'A new workbook', about: 'With the columns of the recipe.' },
  { value: 'workbook', label: 'An existing workbook', about: 'Its columns are added; nothing else changes.' },
  { value: 'file', label: 'A file of yours', about: 'It is imported first, then the columns are added.' },
]

const EDITORS = {
  workbook: ({ value, onChange }: EditorProps) => <WorkbookSelect value={value} onChange={onChange} />,
}

function fieldsOf(samples: number): FormField[] {
  const only = (on: string) => ({ setting: 'on', values: [on] })
  return [
    { name: 'on', kind: 'ways', label: 'Use it on', options: WAYS },
    { name: 'name', kind: 'text', label: 'Name of the workbook', maxLength: 200, only: only('new') },
    ...(samples > 0
      ? [
          {
            name: 'samples',
            kind: 'boolean',
            label: `Add ${counted(samples, 'sample row')}`,
            hint: 'To try it out. Nothing runs before you press Run.',
            only: only('new'),
          },
        ]
      : []),
    { name: 'workbook', kind: 'workbook', label: 'Workbook', only: only('workbook') },
  ]
}

export function RecipeDialog({ recipe, workbookId, onClose, onRename, onDelete, onFile }: Props) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const detail = useQuery(recipeQuery(recipe.slug))
  const { values, set, busy, submit, tied, words } = useForm({
    on: workbookId ? 'workbook' : 'new',
    name: recipe.name,
    samples: true,
    workbook: workbookId ?? '',
    /** Columns that were chosen for inputs, by the name of the input; blank makes a new one. */
    inputs: {} as Record<string, string>,
  })
  const workbook = values.on === 'workbook' ? values.workbook : ''
  const inputs = Object.entries(workbook ? values.inputs : {}).map(([name, id]) => ({ name, column_id: id || null }))
  const preview = useQuery({ ...previewQuery(recipe.slug, workbook, inputs), placeholderData: keepPreviousData })
  const form = useId()
  const mayEdit = roleReaches(workspace.role, 'editor')
  const added = [
    ...(preview.data?.columns.filter(({ is_filled }) => is_filled) ?? []),
    ...(preview.data?.inputs.filter(({ column_id }) => column_id === null) ?? []),
  ].length
  const isReady = values.on === 'new' ? values.name.trim() !== '' : workbook !== '' && preview.data !== undefined

  async function use(event: FormEvent) {
    event.preventDefault()
    await submit(async () => {
      const used =
        values.on === 'new'
          ? (await instantiateRecipe(recipe.slug, { name: values.name.trim(), sample_rows: values.samples })).id
          : await applyRecipe(recipe.slug, workbook, inputs)
      await navigate({
        to: '/w/$workspace/workbooks/$workbookId',
        params: { workspace: workspace.slug, workbookId: used },
      })
      if (values.on !== 'new') toast(`${counted(added, 'column')} added at the end of the workbook`)
    })
  }

  const choices = (preview.data?.choices ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const read = workbook ? (preview.data?.inputs ?? []) : []
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      title={recipe.name}
      about={recipe.purpose}
      actions={
        <>
          {mayEdit && recipe.source === 'workspace' && (
            <span className="mr-auto flex gap-2">
              <Button icon={Pencil} onClick={onRename}>
                Rename
              </Button>
              <IconButton icon={Trash2} label="Delete recipe" onClick={onDelete} />
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          {!mayEdit ? null : values.on === 'file' ? (
            <ChooseFile look="primary" onFile={onFile}>
              Choose a file
            </ChooseFile>
          ) : (
            <Button type="submit" form={form} look="primary" busy={busy} disabled={!isReady}>
              {values.on === 'new' ? 'Create workbook' : `Add ${counted(added, 'column')}`}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
          <dt className="text-ink-3">Cost per row</dt>
          <dd>{rowCostWords(recipe.cost_per_row, money)}</dd>
          <dt className="text-ink-3">Keys</dt>
          <dd>
            <Keys recipe={recipe} slug={workspace.slug} />
          </dd>
        </dl>
        {detail.data ? <ColumnChips columns={detail.data.columns} /> : <Skeleton className="h-24 w-full" />}
        <RecipePreview
          preview={preview.data}
          error={preview.error}
          noRows={
            workbook
              ? 'The workbook has no rows yet.'
              : 'The recipe has no sample rows. Choose an existing workbook to see what it fills there.'
          }
        />
        {mayEdit ? (
          <form id={form} onSubmit={use} className="flex flex-col gap-4 border-t pt-4">
            <SchemaForm
              {...tied}
              fields={fieldsOf(detail.data?.sample_rows.length ?? 0)}
              editors={EDITORS}
              onChange={(next) => {
                tied.onChange(next)
                // The columns of another workbook are others.
                if (next.workbook !== values.workbook) set({ inputs: {} })
              }}
            />
            {read.length > 0 && (
              <section aria-label="Inputs">
                <h3 className="mb-1.5 font-medium text-sm">Where its inputs are</h3>
                <SchemaForm
                  columns={2}
                  fields={read.map(({ name }) => ({
                    name,
                    kind: 'choice',
                    label: name,
                    options: choices,
                    blank: 'New column',
                  }))}
                  values={Object.fromEntries(read.map(({ name, column_id }) => [name, column_id ?? '']))}
                  onChange={(next) => set({ inputs: next as Record<string, string> })}
                />
              </section>
            )}
            <FormError>{words}</FormError>
          </form>
        ) : (
          <p className="text-ink-3">Editors of this workspace can make workbooks.</p>
        )}
      </div>
    </Dialog>
  )
}

function Keys({ recipe, slug }: { recipe: Schemas['RecipeItem']; slug: string }) {
  if (recipe.keys.length === 0) return <>None</>
  const one = needsOne(recipe)
  return (
    <ul className="flex flex-wrap items-center gap-1.5">
      {one && <li className="text-warn">One of these is enough, and none is there:</li>}
      {recipe.keys.map(({ id, name, required, ready }) => (
        <li key={id}>
          {ready ? (
            <Badge tone="ok">{name}</Badge>
          ) : (
            <Link
              params={{ workspace: slug }}
              {...(id.startsWith('secret:')
                ? { to: '/w/$workspace/settings/secrets' }
                : { to: '/w/$workspace/settings/integrations', search: id === 'model' ? {} : { open: id } })}
            >
              <Badge tone={required ? 'warn' : 'plain'}>
                {name} {required ? 'is missing' : one ? '' : 'is optional'}
              </Badge>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
