// Name, category and purpose of a recipe: when a workbook is saved as one, and when one is renamed.
import { useQuery } from '@tanstack/react-query'
import { Field, Input, Select, Textarea } from '../../ui/forms/field.tsx'
import { categoriesQuery, type RecipeWords } from './recipes.queries.ts'

interface Props {
  words: RecipeWords
  onChange: (words: RecipeWords) => void
  errors: Record<string, string>
}

export function RecipeForm({ words, onChange, errors }: Props) {
  const categories = useQuery(categoriesQuery)
  return (
    <>
      <Field label="Name" error={errors.name}>
        <Input
          value={words.name}
          maxLength={200}
          dir="auto"
          onChange={(event) => onChange({ ...words, name: event.target.value })}
        />
      </Field>
      <Field label="What it does" hint="One sentence, shown in the gallery." error={errors.purpose}>
        <Textarea
          rows={2}
          value={words.purpose}
          maxLength={500}
          dir="auto"
          onChange={(event) => onChange({ ...words, purpose: event.target.value })}
        />
      </Field>
      <Field label="Category" error={errors.category}>
        <Select
          value={words.category}
          onChange={(event) => onChange({ ...words, category: event.target.value as RecipeWords['category'] })}
        >
          {(categories.data ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}

export const isComplete = ({ name, purpose }: RecipeWords) => name.trim() !== '' && purpose.trim() !== ''
