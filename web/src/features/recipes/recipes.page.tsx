// The gallery of recipes: what each does, which keys it needs, what a row costs; one click makes a workbook of it.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp, KeyRound, SearchX } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { useOffered } from '../../session/commands.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { counted, money } from '../../ui/format.ts'
import { Input } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { LazyImportDialog } from '../import/lazy-import.tsx'
import { type NewWorkbookDestination, newWorkbookFrom } from '../workbooks/new-workbook-from.ts'
import { ConvertDialog } from './convert.dialog.tsx'
import { RecipeDialog } from './recipe.dialog.tsx'
import { categoriesQuery, deleteRecipe, needsOne, recipesQuery, rowCostWords } from './recipes.queries.ts'
import { RenameRecipeDialog } from './rename-recipe.dialog.tsx'

const route = getRouteApi('/w/$workspace/recipes')
/** Stands beside the categories: what this workspace saved. */
const OWN = 'own'

export function RecipesPage() {
  usePage({ title: 'Recipes' })
  const recipes = useQuery(recipesQuery())
  const categories = useQuery(categoriesQuery)
  const { values: asking, set: ask } = useForm({ category: '', question: '' })
  const { recipe: slug, workbook: workbookId } = route.useSearch()
  const workspace = useWorkspace()
  const mayEdit = roleReaches(workspace.role, 'editor')
  const navigate = route.useNavigate()
  const open = recipes.data?.find((one) => one.slug === slug)
  const setOpen = (one: Schemas['RecipeItem'] | null) =>
    void navigate({ search: one ? { recipe: one.slug, ...(workbookId && { workbook: workbookId }) } : {} })
  const {
    open: act,
    dialog,
    isOpen: isActing,
  } = useDialogs({
    convert: (close) => <ConvertDialog onClose={close} />,
    import: (close, recipe: Schemas['RecipeItem'], destination: NewWorkbookDestination, file: File) => (
      <LazyImportDialog
        destination={destination}
        file={file}
        next="Continue with the recipe"
        onCancel={close}
        onDone={() => {
          close()
          void navigate({ search: { recipe: recipe.slug, workbook: destination.workbookId() } })
        }}
      />
    ),
    rename: (close, recipe: Schemas['RecipeItem']) => <RenameRecipeDialog recipe={recipe} onClose={close} />,
    delete: (close, { slug, name }: Schemas['RecipeItem']) => (
      <ConfirmDialog
        title={`Delete “${name}”?`}
        action="Delete recipe"
        run={() => deleteRecipe(slug)}
        onClose={(done) => {
          close()
          if (done) setOpen(null)
        }}
      >
        <p>Members can no longer make workbooks from it. Workbooks that were made from it stay.</p>
      </ConfirmDialog>
    ),
  })
  useOffered(mayEdit, 'workbook-from-definition', act.convert)
  const asked = asking.question.trim().toLowerCase()
  const hasOwn = recipes.data?.some(({ source }) => source === 'workspace') === true
  // After the last one was deleted there is nothing left to choose.
  const category = asking.category === OWN && !hasOwn ? '' : asking.category
  const shown = (recipes.data ?? []).filter(
    (one) =>
      (category === '' || (category === OWN ? one.source === 'workspace' : one.category === category)) &&
      [one.name, one.purpose, ...one.column_names].join(' ').toLowerCase().includes(asked),
  )
  const chip = (id: string, name: string) => (
    <button
      key={id}
      type="button"
      aria-pressed={category === id}
      onClick={() => ask({ category: id })}
      className={cx(
        'h-7 shrink-0 rounded-md border px-2.5 text-sm hover:bg-hover pointer-coarse:h-9',
        category === id ? 'border-accent bg-accent-soft text-accent-ink' : 'text-ink-2',
      )}
    >
      {name}
    </button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-1.5">
        <Input
          type="search"
          aria-label="Search recipes"
          placeholder="Search recipes"
          value={asking.question}
          onChange={(event) => ask({ question: event.target.value })}
          className="h-7! max-w-56 flex-1 text-sm pointer-coarse:h-9!"
        />
        <fieldset
          aria-label="Category"
          className="flex min-w-0 flex-wrap gap-1.5 max-sm:order-last max-sm:w-full max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:py-0.5"
        >
          {chip('', 'All')}
          {hasOwn && chip(OWN, 'Yours')}
          {(categories.data ?? []).map(({ id, name }) => chip(id, name))}
        </fieldset>
        {mayEdit && (
          <Button size="sm" icon={FileUp} className="ml-auto" onClick={() => act.convert()}>
            From a file
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {recipes.isError ? (
          <ErrorState
            error={recipes.error}
            title="The recipes could not be loaded"
            retry={() => void recipes.refetch()}
          />
        ) : !recipes.data ? (
          <ListSkeleton rows={6} />
        ) : shown.length === 0 ? (
          <EmptyState icon={SearchX} title="No recipe matches">
            Search for an outcome, such as “email” or “hiring”.
          </EmptyState>
        ) : (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {shown.map((one) => (
              <li key={one.slug}>
                <RecipeCard recipe={one} onOpen={() => setOpen(one)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {open && !isActing && (
        <RecipeDialog
          key={`${open.slug} ${workbookId ?? ''}`}
          recipe={open}
          workbookId={workbookId}
          onFile={(file) => act.import(open, newWorkbookFrom(file), file)}
          onClose={() => setOpen(null)}
          onRename={() => act.rename(open)}
          onDelete={() => act.delete(open)}
        />
      )}
      {dialog}
    </div>
  )
}

function RecipeCard({ recipe, onOpen }: { recipe: Schemas['RecipeItem']; onOpen: () => void }) {
  const missing = recipe.keys.filter(({ required, ready }) => required && !ready)
  const optional = recipe.keys.filter(({ required }) => !required)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex h-full w-full flex-col gap-2 rounded-md border p-3 text-left hover:border-line-strong hover:bg-hover"
    >
      <span className="flex items-start justify-between gap-2">
        <span className="font-medium" dir="auto">
          {recipe.name}
        </span>
        {recipe.source === 'workspace' && <Badge tone="accent">Yours</Badge>}
      </span>
      <span className="flex-1 text-ink-2 text-sm">{recipe.purpose}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-xs">
        <span>{counted(recipe.column_names.length, 'column')}</span>
        <span>{rowCostWords(recipe.cost_per_row, money, ' per row')}</span>
        {missing.length > 0 || needsOne(recipe) ? (
          <span className="flex items-center gap-1 text-warn">
            <KeyRound aria-hidden className="size-3" />
            {missing.length > 0
              ? `Needs ${missing.map(({ name }) => name.replace(/^An? /, (article) => article.toLowerCase())).join(', ')}`
              : `Needs one of ${counted(optional.length, 'key')}`}
          </span>
        ) : (
          recipe.keyless && <span>No key needed</span>
        )}
      </span>
    </button>
  )
}
