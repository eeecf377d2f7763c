// The draft of a column that calls a model: read, written, and what it still lacks.
import type { Column, Schemas } from '../../../api/shapes.ts'
import type { AiDraft, ResearchField } from '../../columns/custom.shapes.ts'
import { choicesIn } from '../../columns/input-draft.logic.ts'
import type { DraftOf } from '../../columns/workbook.shapes.ts'
import { problemOfOptions, readOptions, writeOptions } from '../described.logic.ts'
import { BLANK, problemOfNames, readCommon, settle, textAt, writeCommon } from '../draft-parts.logic.ts'
import { namesIn } from '../references.logic.ts'

export const newField = (name: string): ResearchField => ({ name, type: 'text', description: '', options: '' })

export function newAi(name: string): AiDraft {
  return {
    ...BLANK,
    kind: 'ai',
    name,
    model: '',
    prompt: '',
    fields: [newField('answer')],
    output: '',
    options: readOptions('ai'),
  }
}

export function readAi(column: Column): AiDraft {
  const fields = (column.fields as Schemas['AskedFieldInput'][] | undefined) ?? []
  return {
    ...newAi(column.name),
    ...readCommon(column),
    model: textAt(column, 'model'),
    prompt: textAt(column, 'prompt'),
    fields: fields.map(({ name, type = 'text', description, options }) => ({
      name,
      type,
      description: description ?? '',
      options: options?.join('\n') ?? '',
    })),
    output: textAt(column, 'output'),
    options: readOptions('ai', column),
  }
}

function writeField({ name, type, description, options }: ResearchField) {
  const allowed = type === 'text' ? choicesIn(options) : []
  return {
    name: name.trim(),
    type,
    ...(description.trim() ? { description: description.trim() } : {}),
    ...(allowed.length > 0 ? { options: allowed } : {}),
  }
}

export function writeAi(draft: AiDraft, isStored: boolean): DraftOf<'ai'> {
  return settle(
    {
      ...writeCommon(draft),
      type: 'ai',
      model: draft.model.trim(),
      prompt: draft.prompt,
      fields: draft.fields.map(writeField),
      output: draft.fields.length > 1 && draft.output ? draft.output : undefined,
      ...writeOptions('ai', draft.options),
    },
    isStored,
  ) as DraftOf<'ai'>
}

/** On test data no model is called, so that one need not be chosen yet. */
export const onTestData = <D extends { model: string }>(draft: D): D => ({
  ...draft,
  model: draft.model.trim() === '' ? 'openai/none' : draft.model,
})

/** Why it cannot be saved or tried yet; null when it can. */
export function problemOfAi({ name, model, prompt, fields, options }: AiDraft): string | null {
  if (name.trim() === '') return 'Give the column a name.'
  if (model.trim() === '') return 'Choose a model.'
  if (!/^[a-z0-9-]+\/\S+$/.test(model.trim())) return 'A model is written as vendor/model, such as ollama/llama3.2.'
  if (prompt.trim() === '') return 'Write what the model is to do.'
  if (namesIn(prompt).length === 0) return 'Name a column in the prompt with /, or every row sends the same prompt.'
  return problemOfNames(fields, 'answers') ?? problemOfOptions('ai', options)
}
