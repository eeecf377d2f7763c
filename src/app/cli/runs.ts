// The commands that run a workbook of any install, watch it, and take back what was done: run, watch and undo.
import type { components, Millrace, Run } from '../../../sdk/src/client.ts'
import { StartError } from '../../platform/start-error.ts'
import { type Command, UsageError } from './command.ts'
import { findWorkbook, numberOf, type RemoteCall, remote } from './remote.ts'

type Schemas = components['schemas']
const MODES = ['missing', 'failed', 'stale', 'all'] as const
const BAD_ENDS = new Set(['failed', 'cancelled', 'budget_stopped', 'done_with_errors'])

const run = remote({
  name: 'run',
  args: ['workbook'],
  options: {
    columns: { value: 'names', help: 'Names or ids of columns, separated by commas; else every enriched column.' },
    mode: { value: MODES.join('|'), help: '`missing` when absent.' },
    limit: { value: 'rows', help: 'Only the first rows that have something to run.' },
    'max-usd': { value: 'dollars', help: 'The most the run may cost.' },
    'dry-run': { help: 'Show the estimate; run nothing.' },
    test: { help: 'Answer whatever has a price from recorded samples, free and marked.' },
    watch: { help: 'Follow the run to its end.' },
  },
  summary: 'Run the enriched columns of a workbook.',
  help: 'With --watch the exit code is 1 unless every cell came to an end without an error.',
  async run(call) {
    const { millrace, options, answer } = call
    const mode = (options.mode ?? 'missing') as (typeof MODES)[number]
    if (!MODES.includes(mode)) throw new UsageError(`--mode is one of ${MODES.join(', ')}.`)
    const [limit, max_usd] = [numberOf(call, 'limit'), numberOf(call, 'max-usd')]
    const { id } = await findWorkbook(millrace, call.args[0] as string)
    const started = await millrace.take(
      millrace.api.POST('/api/workbooks/{workbook_id}/run', {
        params: { path: { workbook_id: id } },
        body: {
          mode,
          ...(options.columns !== undefined && {
            column_ids: await columnIds(millrace, id, options.columns as string),
          }),
          ...(limit !== undefined && { limit }),
          ...(max_usd !== undefined && { max_usd }),
          ...(options.test === true && { test: true }),
          ...(options['dry-run'] === true && { dry_run: true }),
        },
      }),
    )
    if (options.watch && started.run_id) return follow(call, id, started.run_id)
    answer({ workbook_id: id, ...started }, [
      `${started.run_id ? `run ${started.run_id}` : 'dry run'}: ${started.rows} rows, ${started.cells} cells`,
      costLine(started.estimate),
    ])
    return 0
  },
})

function costLine({ low_usd, expected_usd, high_usd, unknown_prices }: Schemas['RunEstimate']): string {
  const unknown = unknown_prices.length > 0 ? `; price unknown: ${unknown_prices.join(', ')}` : ''
  return `expected $${expected_usd}, from $${low_usd} to $${high_usd}${unknown}`
}

async function columnIds({ api, take }: Millrace, workbook_id: string, names: string): Promise<string[]> {
  const query = { page_size: 1 }
  const { workbook } = await take(api.GET('/api/workbooks/{workbook_id}', { params: { path: { workbook_id }, query } }))
  return names.split(',').map((part) => {
    const name = part.trim()
    const column = workbook.columns_config.find(
      (one) => one.id === name || one.name.toLowerCase() === name.toLowerCase(),
    )
    if (!column) throw new StartError(`The workbook has no column "${name}".`)
    return column.id
  })
}

const watch = remote({
  name: 'watch',
  args: ['workbook'],
  options: {
    run: { value: 'id', help: 'Follow this run to its end; else every event of the workbook until interrupted.' },
    count: { value: 'number', help: 'End after so many events.' },
  },
  summary: 'Follow a run, or all that happens in a workbook.',
  help: 'With --json one object a line. Of a run the last line is its final state, and the exit code is as of `run --watch`.',
  async run(call) {
    const { millrace, options, answer } = call
    const { id } = await findWorkbook(millrace, call.args[0] as string)
    if (options.run !== undefined) return follow(call, id, options.run as string)
    let left = numberOf(call, 'count') ?? Number.POSITIVE_INFINITY
    for await (const event of millrace.events({ workbook_id: id })) {
      answer(event, `${'ts' in event ? event.ts : ''} ${event.type}`)
      left -= 1
      if (left <= 0) break
    }
    return 0
  },
})

async function follow({ millrace, answer }: RemoteCall, workbook_id: string, run_id: string): Promise<number> {
  let last: Run | undefined
  for await (const state of millrace.follow({ workbook_id, run_id })) {
    last = state
    answer(state, `${state.status}: ${state.done} of ${state.cells} cells, $${state.cost_usd}`)
  }
  return last === undefined || BAD_ENDS.has(last.status) ? 1 : 0
}

const undo = remote({
  name: 'undo',
  args: ['workbook'],
  options: {
    run: { value: 'id', help: 'Take back what this run wrote.' },
    change: { value: 'id', help: 'Take back this act of the activity; else the newest of your own.' },
  },
  summary: 'Take back an edit, an import, an applied definition or a run.',
  async run({ millrace, options, args, answer }) {
    const { id } = await findWorkbook(millrace, args[0] as string)
    const path = { workbook_id: id }
    const { api, take } = millrace
    const undone =
      options.run !== undefined
        ? await take(
            api.POST('/api/workbooks/{workbook_id}/runs/{run_id}/undo', {
              params: { path: { ...path, run_id: options.run as string } },
            }),
          )
        : await take(
            api.POST('/api/workbooks/{workbook_id}/undo', {
              params: { path },
              body: options.change === undefined ? {} : { change_id: options.change as string },
            }),
          )
    const { words, cells, rows, columns, skipped_count } = undone
    answer({ workbook_id: id, ...undone }, [
      `Undone: ${words}`,
      `${cells} cells, ${rows} rows, ${columns} columns; ${skipped_count} left as they are`,
    ])
    return 0
  },
})

export const runCommands: readonly Command[] = [run, watch, undo]
