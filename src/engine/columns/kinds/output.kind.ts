// A column that delivers its row elsewhere, once: to a webhook, a message, a CRM, a sheet, a workbook or a sequence.
import { type Static, Type } from 'typebox'
import { Common, Enriched, Required, Seconds } from '../column-parts.schema.ts'
import { refsOf } from '../template-parts.ts'
import { defineCustomKind, mapRecord, mapRequired } from './column-kind.ts'
import type { OutputTargetKind } from './output-targets/output-target.ts'
import { OUTPUT_TARGETS } from './output-targets/targets.generated.ts'

const kinds: readonly OutputTargetKind[] = Object.values(OUTPUT_TARGETS).toSorted(
  (one, other) => one.place - other.place,
)

export type OutputTarget = {
  [K in keyof typeof OUTPUT_TARGETS]: Static<(typeof OUTPUT_TARGETS)[K]['schema']>
}[keyof typeof OUTPUT_TARGETS]
export const OutputTarget = Type.Unsafe<OutputTarget>({
  ...Type.Union(kinds.map(({ schema }) => schema)),
  $id: 'OutputTarget',
})

export const OutputColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('output'),
    target: OutputTarget,
    required: Required,
    timeout_seconds: Seconds(30, 120, 'Seconds a delivery may take'),
    ...Enriched,
  },
  {
    $id: 'OutputColumn',
    description:
      'A column that delivers its row elsewhere: after all other columns of the run, and once. A delivery that may have ' +
      'arrived is never repeated by itself, except to a webhook, which knows it again by its id.',
  },
)

export type OutputColumn = Static<typeof OutputColumn>

/** The settings of a target that hold templates: one, or several by name. */
const templatesOf = ({ kind }: OutputTarget): { name: string; editor: unknown }[] =>
  Object.entries(OUTPUT_TARGETS[kind].schema.properties).flatMap(([name, schema]) => {
    const editor = (schema as { 'x-widget'?: unknown })['x-widget']
    return editor === 'template' || editor === 'values' ? [{ name, editor }] : []
  })

export const output = defineCustomKind({
  schema: OutputColumn,
  filled_by: 'itself',
  says: 'delivers the row',
  words: { short: 'delivery', long: 'Delivery' },
  offer: {
    place: 50,
    label: 'Send somewhere',
    note: 'Webhook, CRM, Slack, sheet or another workbook; each row once',
    search_words: 'output export crm deliver push hubspot salesforce sequence outreach enroll',
    icon: 'send',
    column_name: 'Send',
  },
  once: true,
  names_secrets: true,
  bound: true,
  // What was sent away is not brought back by asking again.
  effects: null,
  mapTemplates(column, rewrite) {
    const { target, required } = column
    const mapped: Record<string, unknown> = { ...target }
    for (const { name, editor } of templatesOf(target))
      mapped[name] =
        editor === 'template'
          ? rewrite(String(mapped[name]), ['target', name])
          : mapRecord(['target', name], mapped[name] as Record<string, string>, rewrite)
    return { ...column, target: mapped as OutputTarget, ...mapRequired(required, rewrite) }
  },
  target: ({ target }) => target.kind,
  target_words: { '*': 'Sent to *' },
  /** Skips a row whose message would be empty, and one without the key by which the destination finds its record again. */
  needs({ target }) {
    const members: Record<string, unknown> = { ...target }
    const sent = templatesOf(target).flatMap(({ name, editor }) =>
      editor === 'template' ? [String(members[name])] : Object.values(members[name] as Record<string, string>),
    )
    const key = 'key' in target ? refsOf([target.values[target.key] ?? '']) : []
    // A key that is put together of several columns may be whole without one of them.
    return { required: key.length === 1 ? key : [], any: refsOf(sent) }
  },
  output: () => null,
})
