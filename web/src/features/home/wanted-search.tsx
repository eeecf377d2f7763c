// "What do you want to know?": recipes that answer it with a workbook of their own, and fields that a column of the newest list can find.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Columns3, LayoutTemplate, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { rankText, searchWords } from '../../../../src/engine/values/search-words.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { cx } from '../../ui/classes.ts'
import { Input } from '../../ui/forms/field.tsx'
import { foundOutcomes, outcomesOf, outcomeWords } from '../columns/catalogue.logic.ts'
import { fieldSearchQuery, providersQuery } from '../columns/workbook.queries.ts'
import { recipesQuery } from '../recipes/recipes.queries.ts'
import { LIST_FRAME, LIST_LINE } from './list-line.ts'

const MOST_RECIPES = 4
const MOST_FIELDS = 6

export function WantedSearch({ workbooks }: { workbooks: Schemas['Home']['workbooks'] }) {
  const { slug } = useWorkspace()
  const [question, setQuestion] = useState('')
  const asked = question.trim().slice(0, 200)
  const enabled = asked !== ''
  const recipes = useQuery({ ...recipesQuery(), enabled })
  const providers = useQuery({ ...providersQuery(), enabled })
  const fields = useQuery({ ...fieldSearchQuery(asked), enabled, placeholderData: keepPreviousData })
  const outcomes = useMemo(() => outcomesOf(providers.data ?? []), [providers.data])
  const list = workbooks.find(({ total_rows }) => total_rows > 0)
  const foundRecipes = enabled ? rankRecipes(recipes.data ?? [], asked).slice(0, MOST_RECIPES) : []
  const foundFields = enabled && list ? foundOutcomes(outcomes, fields.data ?? []).slice(0, MOST_FIELDS) : []
  const isNone =
    enabled &&
    [recipes, providers, fields].every(({ isSuccess }) => isSuccess) &&
    !fields.isPlaceholderData &&
    foundRecipes.length + foundFields.length === 0
  return (
    <section aria-label="What do you want to know?">
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
          strokeWidth={1.75}
        />
        <Input
          aria-label="What do you want to know?"
          type="search"
          value={question}
          maxLength={200}
          placeholder="What do you want to know? Work email, headcount, is hiring …"
          onChange={(event) => setQuestion(event.target.value)}
          className="h-10 pl-9"
        />
      </div>
      {foundRecipes.length + foundFields.length > 0 && (
        <ul aria-label="What answers it" className={cx('mt-2', LIST_FRAME)}>
          {list &&
            foundFields.map((outcome) => (
              <li key={outcome.field}>
                <Link
                  to="/w/$workspace/workbooks/$workbookId"
                  params={{ workspace: slug, workbookId: list.id }}
                  search={{ column: 'new', find: outcome.label }}
                  className={LIST_LINE}
                >
                  <Columns3 aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{outcome.label}</span>
                    <span className="block truncate text-ink-3 text-xs">{`A column in ${list.name}`}</span>
                  </span>
                  <span className="shrink-0 text-ink-3 text-xs max-sm:hidden">{outcomeWords(outcome)}</span>
                </Link>
              </li>
            ))}
          {foundRecipes.map((recipe) => (
            <li key={recipe.slug}>
              <Link
                to="/w/$workspace/recipes"
                params={{ workspace: slug }}
                search={{ recipe: recipe.slug }}
                className={LIST_LINE}
              >
                <LayoutTemplate aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{recipe.name}</span>
                  <span className="block truncate text-ink-3 text-xs">{recipe.purpose}</span>
                </span>
                <span className="shrink-0 text-ink-3 text-xs max-sm:hidden">
                  {recipe.keyless ? 'Recipe · no key needed' : 'Recipe'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isNone && (
        <p role="status" className="mt-2 text-ink-3 text-sm">
          No recipe or provider answers “{asked}”. In a workbook, a model or an API that knows it can.
        </p>
      )}
    </section>
  )
}

/** Best first: what the name says before what the columns and the purpose do. */
function rankRecipes(recipes: readonly Schemas['RecipeItem'][], asked: string): Schemas['RecipeItem'][] {
  const words = searchWords(asked)
  return recipes
    .flatMap((recipe) => {
      const named = rankText(recipe.name, words)
      const told = rankText([recipe.name, recipe.purpose, ...recipe.column_names].join(' '), words)
      const rank = named ?? (told === null ? null : told + 100)
      return rank === null ? [] : [{ recipe, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ recipe }) => recipe)
}
