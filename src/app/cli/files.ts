// The commands that move data and definitions between files and workbooks of any install: import, export, plan and apply.
import { createWriteStream, openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { components, Millrace, paths } from '../../../sdk/src/client.ts'
import { faultWords, readJson } from '../../kernel/read-json.ts'
import { StartError } from '../../platform/start-error.ts'
import { type Command, type CommandCall, UsageError } from './command.ts'
import { findWorkbook, type NamedWorkbook, type RemoteCall, remote } from './remote.ts'

type Schemas = components['schemas']
const FORMATS = ['csv', 'xlsx', 'jsonl', 'definition'] as const

const importFile = remote({
  name: 'import',
  args: ['file'],
  options: {
    workbook: { value: 'id or name', help: 'Import into this workbook; else a new one is made.' },
    name: { value: 'name', help: 'The name of the new workbook; else that of the file.' },
    options: { value: 'json', help: 'Options of POST …/import, such as {"delimiter": ";"}.' },
    'dry-run': { help: 'Only show how the file reads. Needs --workbook.' },
  },
  summary: 'Import a CSV, XLSX or JSON file into a workbook.',
  help: 'The file `-` is standard input: `curl … | millrace import - --name Companies`.',
  async run(call) {
    const { millrace, options, answer } = call
    const path = call.args[0] as string
    const isInput = path === '-'
    const file = isInput ? new Blob([await buffer(call.stdin)]) : await reading(path, openAsBlob)
    if (file.size === 0) throw new StartError(isInput ? 'Standard input is empty.' : `The file ${path} is empty.`)
    const fileName = isInput ? 'standard input' : basename(path)
    if (options['dry-run'] && !options.workbook) throw new UsageError('--dry-run needs --workbook.')
    const form = new FormData()
    if (options.options !== undefined) form.set('options', optionsOf(options.options as string))
    form.set('file', file, fileName)
    const workbook = options.workbook
      ? await findWorkbook(millrace, options.workbook as string)
      : await createWorkbook(millrace, (options.name as string | undefined) ?? fileName.replace(/\.[^.]+$/, ''))
    const where = `/api/workbooks/${workbook.id}/import${options['dry-run'] ? '/preview' : ''}`
    const response = await millrace.send(where, { method: 'POST', body: form }).catch(async (error) => {
      // A file that was refused leaves no empty workbook behind.
      if (!options.workbook) await millrace.send(`/api/workbooks/${workbook.id}`, { method: 'DELETE' })
      throw error
    })
    const result = (await response.json()) as Imported & Previewed
    const { created, updated, unchanged, skipped, rejected, columns } = result
    answer(
      { workbook_id: workbook.id, ...result },
      options['dry-run']
        ? columns.map((column) => column.name)
        : [
            `${workbook.name} (${workbook.id})`,
            `${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${rejected} rejected`,
          ],
    )
    return 0
  },
})

type Answer<Path extends '/api/workbooks/{workbook_id}/import' | '/api/workbooks/{workbook_id}/import/preview'> =
  paths[Path]['post']['responses']
type Imported = Answer<'/api/workbooks/{workbook_id}/import'>[201]['content']['application/json']
type Previewed = Answer<'/api/workbooks/{workbook_id}/import/preview'>[200]['content']['application/json']

function optionsOf(text: string): string {
  const { fault } = readJson(text)
  if (fault) throw new UsageError(`--options takes JSON. ${faultWords(fault)}.`)
  return text
}

function createWorkbook({ api, take }: Millrace, name: string, definition?: string): Promise<NamedWorkbook> {
  return take(api.POST('/api/workbooks', { body: { name, ...(definition !== undefined && { definition }) } }))
}

const exportFile = remote({
  name: 'export',
  args: ['workbook'],
  options: {
    format: {
      value: FORMATS.join('|'),
      help: 'csv when absent, jsonl with --json. A definition is what plan and apply read.',
    },
    out: { value: 'file', help: 'Where to write; standard output when absent.' },
    view: { value: 'id', help: 'Only what this view shows.' },
    'without-unverified': { help: 'Found values that are unverified, such as guesses, are left blank.' },
    include: { value: 'list', help: 'Beside each value that was found: status, provider, license, source and so on.' },
  },
  summary: 'Write the rows or the definition of a workbook to a file.',
  async run(call) {
    const { millrace, options, answer } = call
    const format = (options.format ?? (options.json ? 'jsonl' : 'csv')) as (typeof FORMATS)[number]
    if (!FORMATS.includes(format)) throw new UsageError(`--format is one of ${FORMATS.join(', ')}.`)
    const { id } = await findWorkbook(millrace, call.args[0] as string)
    const query = new URLSearchParams()
    if (options.view) query.set('view_id', options.view as string)
    if (options['without-unverified']) query.set('without_unverified', 'true')
    if (options.include) query.set('include', options.include as string)
    if (format === 'definition' && query.size > 0)
      throw new UsageError('A definition holds no rows: --view, --include and --without-unverified do not go with it.')
    const what = format === 'definition' ? 'definition?format=yaml' : `export.${format}?${query}`
    const { body } = await millrace.send(`/api/workbooks/${id}/${what}`)
    const out = options.out as string | undefined
    const target = out === undefined ? call.stdout : createWriteStream(out)
    if (body) await pipeline(Readable.fromWeb(body as never), target, { end: out !== undefined })
    if (out !== undefined) answer({ workbook_id: id, format, file: out }, `Wrote ${out}`)
    return 0
  },
})

const plan = remote({
  name: 'plan',
  args: ['workbook', 'file'],
  options: {},
  summary: 'Show what a definition would change in a workbook, without changing it.',
  help: 'The file is what `millrace export <workbook> --format definition` writes. Exit code 1: problems stand in the way.',
  async run(call) {
    const { id } = await findWorkbook(call.millrace, call.args[0] as string)
    const planned = await sendDefinition(call, id, await readDefinition(call), 'plan')
    call.answer({ workbook_id: id, ...planned }, [...linesOf(planned), `hash ${planned.hash}`])
    return planned.problems.length > 0 ? 1 : 0
  },
})

const apply = remote({
  name: 'apply',
  args: ['workbook', 'file'],
  options: {
    hash: { value: 'hash', help: 'Only what `millrace plan` showed under this hash.' },
    create: { help: 'Make the workbook when there is none of that name.' },
  },
  summary: 'Bring a workbook to what a definition says.',
  help: 'What it changes is printed, and can be undone as one step with `millrace undo`.',
  async run(call) {
    const { millrace, options, answer } = call
    const [wanted, definition] = [call.args[0] as string, await readDefinition(call)]
    const found = await findWorkbook(millrace, wanted).catch((error) => {
      if (options.create && error instanceof StartError) return undefined
      throw error
    })
    if (!found) {
      const made = await createWorkbook(millrace, wanted, definition)
      answer({ workbook_id: made.id, created: true }, `Created ${made.name} (${made.id})`)
      return 0
    }
    const planned = await sendDefinition(call, found.id, definition, 'plan')
    if (planned.problems.length > 0) {
      answer({ workbook_id: found.id, ...planned }, linesOf(planned))
      return 1
    }
    const hash = (options.hash as string | undefined) ?? planned.hash
    const applied = await sendDefinition(call, found.id, definition, 'apply', hash)
    answer({ workbook_id: found.id, ...applied }, linesOf(applied))
    return 0
  },
})

const readDefinition = ({ args }: CommandCall) => reading(args[1] as string, (path) => readFile(path, 'utf8'))

async function reading<T>(path: string, read: (path: string) => Promise<T>): Promise<T> {
  try {
    return await read(path)
  } catch {
    throw new StartError(`The file ${path} cannot be read.`)
  }
}

function sendDefinition(
  { millrace: { api, take } }: RemoteCall,
  workbook_id: string,
  definition: string,
  mode: 'plan' | 'apply',
  hash?: string,
): Promise<Schemas['DefinitionPlan']> {
  return take(
    api.PUT('/api/workbooks/{workbook_id}/definition', {
      params: { path: { workbook_id }, query: { mode } },
      body: { definition, ...(hash !== undefined && { hash }) },
    }),
  )
}

const SIGNS = { add: '+', remove: '-', change: '~', rename: '~', reorder: '~' }

function linesOf({ changes, problems }: Schemas['DefinitionPlan']): string[] {
  return [
    ...(changes.length === 0 ? ['Nothing differs.'] : []),
    ...changes.flatMap(({ kind, words, warnings }) => [
      `${SIGNS[kind]} ${words}`,
      ...warnings.map((warning) => `    ! ${warning}`),
    ]),
    ...problems.map(({ loc, msg }) => `problem at ${loc.join('.')}: ${msg}`),
  ]
}

export const fileCommands: readonly Command[] = [importFile, exportFile, plan, apply]
