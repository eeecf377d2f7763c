// The form of an own provider: what it is called, its request, inputs, a test, what it finds, price and limits.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '../../ui/forms/field.tsx'
import { type FormField, optionsOf } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import type { HttpDraft } from '../columns/custom.shapes.ts'
import { providersQuery } from '../columns/workbook.queries.ts'
import { More, Part } from '../custom-columns/form-parts.tsx'
import { authKind, fieldName, hostOf } from '../custom-columns/http/http-draft.logic.ts'
import { ErrorOffer, HttpFields } from '../custom-columns/http/http-fields.tsx'
import { HttpMore, HttpOptions } from '../custom-columns/http/http-more.tsx'
import { HttpAddress, HttpContents, type RequestWords } from '../custom-columns/http/http-request.tsx'
import { AnswerTree } from '../custom-columns/try/answer-tree.tsx'
import { type Definition, testDefinition } from './own-providers.queries.ts'
import {
  inputsOf,
  knownFields,
  knownInputs,
  METHODS,
  type ProviderDraft,
  problemOfRequest,
  referable,
  writeProvider,
} from './provider-draft.logic.ts'
import { ProviderInputs } from './provider-inputs.tsx'
import { ProviderTest, type TestRow } from './provider-test.tsx'

const WORDS: RequestWords = { each: 'question', reference: 'input', example: 'domain' }

const LICENSES: Record<Definition['license'], string> = {
  unknown: 'Not known',
  'proprietary-api': 'Terms of the vendor',
  'public-record': 'Public record',
  'CC0-1.0': 'CC0 1.0',
  'CC-BY-4.0': 'CC BY 4.0',
  'CC-BY-SA-4.0': 'CC BY-SA 4.0',
  'ODbL-1.0': 'ODbL 1.0',
  'OGL-3.0': 'OGL 3.0',
  scraped: 'Read from web pages',
}

const ABOUT: FormField[] = [
  {
    name: 'name',
    kind: 'text',
    label: 'Name',
    hint: 'Unique in the workspace. Waterfalls list it under this name.',
    maxLength: 100,
    placeholder: 'Acme e-mails',
  },
  { name: 'description', kind: 'multiline', label: 'Description', isOptional: true, rows: 2, maxLength: 1000 },
]

const TRUST: FormField[] = [
  { name: 'confidence', kind: 'number', label: 'How sure its answers are, from 0 to 1' },
  {
    name: 'verified.path',
    kind: 'text',
    isCode: true,
    label: 'Where the answer says that a value was checked',
    hint: 'Such as data.status. Blank: it never does.',
  },
  {
    name: 'verified.values',
    kind: 'list',
    label: 'Words that mean it was checked',
    hint: 'One a line.',
    placeholder: 'valid',
  },
  {
    name: 'license',
    kind: 'choice',
    label: 'License of its answers',
    options: optionsOf(LICENSES),
  },
  { name: 'docs_url', kind: 'url', label: 'Its documentation', isOptional: true, placeholder: 'https://' },
]

interface Props {
  draft: ProviderDraft
  /** Refused parts by place in the definition, and `name`. */
  errors: Record<string, string>
  /** Rows of a workbook, to test with. */
  rows?: readonly TestRow[]
  onChange: (draft: ProviderDraft) => void
}

export function ProviderForm({ draft, errors, rows, onChange }: Props) {
  const providers = useQuery(providersQuery())
  const fields = knownFields(providers.data ?? [])
  const inputs = knownInputs(providers.data ?? [])
  const put = (part: Partial<ProviderDraft>) => onChange({ ...draft, ...part })
  const setRequest = (request: HttpDraft) => put({ request })
  const { request } = draft
  const columns = referable(draft, inputs)
  const shared = { draft: request, columns, errors, words: WORDS, onChange: setRequest }
  // What is set up already stays out of the way.
  const [isNew] = useState(request.url === '')
  const refused = ['url', 'body', 'form', 'auth'].some((part) => Object.keys(errors).some((at) => at.startsWith(part)))

  function pick(path: string, value: unknown) {
    const name = fieldName(
      path,
      request.fields.map((field) => field.name),
    )
    setRequest({ ...request, fields: [...request.fields, { name, path, type: typeOf(value) }] })
  }

  return (
    <div className="flex flex-col gap-6">
      <SchemaForm fields={ABOUT} values={draft} errors={errors} onChange={(next) => put(next)} />
      <More title="Request" summary={`${request.method} ${request.url}`} open={isNew || refused}>
        <div className="flex flex-col gap-2.5">
          <HttpAddress {...shared} methods={METHODS} />
        </div>
        <HttpContents {...shared} />
        <Part title="Access">
          <HttpOptions names={['auth']} draft={request} errors={errors} onChange={setRequest} />
        </Part>
      </More>
      <ProviderInputs draft={draft} known={inputs} errors={errors} onChange={onChange} />
      <ProviderTest
        inputs={inputsOf(draft).map(({ name, label }) => ({
          name,
          label: label || (inputs.get(name) ?? name.replaceAll('_', ' ')),
        }))}
        values={draft.sample}
        onValues={(sample) => put({ sample })}
        {...(rows && { rows })}
        blocked={problemOfRequest(draft)}
        ask={(values) => testDefinition(testable(writeProvider(draft, fields)), values)}
      >
        {({ answer, error_proposal }) => (
          <>
            <ErrorOffer draft={request} proposal={error_proposal} onChange={setRequest} />
            {answer != null && (
              <div className="rounded-md border">
                <p className="border-b px-3 py-1.5 text-ink-2 text-sm">Click a value to keep it</p>
                <section aria-label="Answer" className="max-h-80 overflow-auto p-1.5">
                  <AnswerTree
                    value={answer}
                    path=""
                    taken={new Set(request.fields.map((field) => field.path))}
                    onPick={pick}
                  />
                </section>
              </div>
            )}
          </>
        )}
      </ProviderTest>
      <Checkbox
        label="Keep these values as its sample"
        hint="Part of the provider, and of the file it is shared as: tests and sources begin with them."
        checked={draft.keeps_sample}
        onChange={(keeps_sample) => put({ keeps_sample })}
      />
      <HttpFields draft={request} errors={errors} known={fields} onChange={setRequest} />
      <div className="flex flex-col gap-2">
        <HttpMore draft={request} errors={errors} reads onChange={setRequest} />
        <More title="Trust" summary={trustWords(draft)}>
          <SchemaForm fields={TRUST} values={draft} errors={errors} onChange={(next) => put(next)} />
        </More>
      </div>
      {hostOf(request.url) && authKind(request) !== '' && (
        <p className="text-ink-3 text-xs">
          Its secret is sent to {hostOf(request.url)} only, if an admin allowed that.
        </p>
      )}
    </div>
  )
}

const typeOf = (value: unknown) =>
  typeof value === 'number'
    ? 'number'
    : typeof value === 'boolean'
      ? 'boolean'
      : typeof value === 'object'
        ? 'json'
        : 'text'

/** Without fields yet, the whole answer is shown to pick them from. */
const testable = (definition: Definition): Definition =>
  definition.fields.length > 0 ? definition : { ...definition, fields: [{ name: 'answer', path: '', type: 'json' }] }

const trustWords = ({ confidence, license, ...draft }: ProviderDraft) =>
  [`${confidence || '0.8'} sure`, draft['verified.path'].trim() && 'says when checked', LICENSES[license]]
    .filter(Boolean)
    .join(' · ')
