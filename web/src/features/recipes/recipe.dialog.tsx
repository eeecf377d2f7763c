// One recipe before it is used: its columns, keys, cost and sample rows, and the name of the workbook it becomes.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { counted, money } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ColumnChips } from './recipe-columns.tsx'
import { instantiateRecipe, needsOne, recipeQuery, rowCostWords } from './recipes.queries.ts'

interface Props {
  recipe: Schemas['RecipeItem']
  onClose: () => void
  onRename: () => void
  onDelete: () => void
}

const makingFields = (samples: number): FormField[] => [
  { name: 'name', kind: 'text', label: 'Name of the workbook', maxLength: 200 },
  ...(samples > 0
    ? [
        {
          name: 'samples',
          kind: 'boolean',
          label: `Add ${counted(samples, 'sample row')}`,
          hint: 'To try it out. Nothing runs before you press Run.',
        },
      ]
    : []),
]

export function RecipeDialog({ recipe, onClose, onRename, onDelete }: Props) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const detail = useQuery(recipeQuery(recipe.slug))
  const { values, busy, submit, tied, words } = useForm({ name: recipe.name, samples: true })
  const form = useId()
  const mayEdit = roleReaches(workspace.role, 'editor')

  async function make(event: FormEvent) {
    event.preventDefault()
    await submit(async () => {
      const made = await instantiateRecipe(recipe.slug, {
        name: values.name.trim(),
        sample_rows: values.samples,
      })
      await navigate({
        to: '/w/$workspace/workbooks/$workbookId',
        params: { workspace: workspace.slug, workbookId: made.id },
      })
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
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
          {mayEdit && (
            <Button type="submit" form={form} look="primary" busy={busy} disabled={!values.name.trim()}>
              Create workbook
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
        {detail.data && detail.data.sample_rows.length > 0 && <Samples detail={detail.data} />}
        {mayEdit ? (
          <form id={form} onSubmit={make} className="flex flex-col gap-3 border-t pt-4">
            <SchemaForm {...tied} fields={makingFields(detail.data?.sample_rows.length ?? 0)} />
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

function Samples({ detail }: { detail: Schemas['RecipeDetail'] }) {
  const names = detail.columns.filter(({ type }) => type === 'input').map(({ name }) => name)
  return (
    <section aria-label="Sample rows">
      <h3 className="mb-1.5 font-medium text-sm">Sample rows</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="overflow-x-auto rounded-md border">
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="text-ink-3 text-xs">
              {names.map((name) => (
                <th key={name} scope="col" className="border-b px-2 py-1 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {detail.sample_rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: samples have no name and never change
              <tr key={at}>
                {names.map((name) => (
                  <td key={name} className="max-w-60 truncate px-2 py-1" dir="auto">
                    {String(row[name] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
