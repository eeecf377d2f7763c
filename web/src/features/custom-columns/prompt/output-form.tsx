// The form of a column that delivers its row elsewhere: where to, what of it, and that it does so once.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OUTPUT_TARGETS } from '../../../api/output-targets.generated.ts'
import { useWorkspace } from '../../../session/workspace.ts'
import { ChoiceGroup } from '../../../ui/forms/choice.tsx'
import { errorsUnder } from '../../../ui/forms/schema-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import type { ColumnToTry, FormProps, OutputDraft } from '../../columns/custom.shapes.ts'
import { fieldsOf } from '../../columns/custom-kinds.logic.ts'
import { integrationsQuery } from '../../settings/integrations/integrations.queries.ts'
import { DescribedFields } from '../described-fields.tsx'
import { defineEditor } from '../editor.ts'
import { More, Part } from '../form-parts.tsx'
import { RequiredRefs } from '../required-refs.tsx'
import { TriedOutcome, TryPart, useTry } from '../try/try-part.tsx'
import {
  namesOfOutput,
  newOutput,
  problemOfOutput,
  readOutput,
  settingsIn,
  TARGET_OPTIONS,
  targetFields,
  writeOutput,
} from './output-draft.logic.ts'
import { OutputContext, TARGET_PARTS } from './target-parts.tsx'

type Props = FormProps<OutputDraft>

function OutputForm(props: Props) {
  const { workbookId, columnId, columns, rowIds, draft, errors, onChange } = props
  const put = (part: Partial<OutputDraft>) => onChange({ ...draft, ...part })
  const { target, values } = draft
  const asked = useTry({
    workbookId,
    rowIds: rowIds.slice(0, 5),
    column: () => ({ ...writeOutput(draft, false), ...(columnId ? { id: columnId } : {}) }) as ColumnToTry,
  })
  return (
    <>
      <p className="rounded-md bg-accent-soft px-3 py-2 text-accent-ink text-sm">
        Each row is delivered once, after all other columns of the run. A delivery that may have arrived is not repeated
        automatically; “Send again” on its cell repeats it. Failed webhooks are retried for a day under the same id: the
        cell and the delivery log under Automations show the outcome.
      </p>
      <Part title="Deliver to">
        <ChoiceGroup
          legend="Deliver to"
          hideLegend
          options={TARGET_OPTIONS}
          value={target}
          onPick={(kind) => put({ target: kind })}
        />
      </Part>
      <MissingKey target={target} />
      <OutputContext value={{ workbookId, columns, pairs: values, onPairs: (pairs) => put({ values: pairs }) }}>
        <SchemaForm
          key={target}
          columns={2}
          fields={targetFields(target)}
          values={settingsIn(draft)}
          errors={errorsUnder('target', errors)}
          parts={TARGET_PARTS}
          onChange={(next) => put({ settings: { ...draft.settings, [target]: next } })}
        />
      </OutputContext>
      <RequiredRefs
        names={namesOfOutput(draft)}
        required={draft.required}
        otherwise="A row without any of them is skipped; what else is blank is left out."
        onChange={(required) => put({ required })}
      />
      <TryPart
        asked={asked}
        rows={rowIds.length}
        blocked={problemOfOutput(draft)}
        about="Shows what would be sent for the first rows. Nothing is sent."
      >
        {asked.tried && (
          <ul className="flex flex-col gap-3 rounded-md border px-3 py-2.5">
            {asked.tried.rows.map((row) => (
              <li key={row.row_id}>
                <TriedOutcome row={row}>{row.request != null && <Sketch request={row.request as Sent} />}</TriedOutcome>
              </li>
            ))}
          </ul>
        )}
      </TryPart>
      <More title="More" summary={`${draft.options.timeout_seconds} seconds`}>
        <DescribedFields
          fields={fieldsOf('output')}
          values={draft.options}
          errors={errors}
          onChange={(options) => put({ options })}
        />
      </More>
    </>
  )
}

/** Warns when the target needs a key that is not entered. */
function MissingKey({ target }: Pick<OutputDraft, 'target'>) {
  const workspace = useWorkspace()
  const { label, ...kind } = OUTPUT_TARGETS[target]
  const needed = 'integration' in kind ? kind.integration : undefined
  const integrations = useQuery({ ...integrationsQuery(), enabled: needed !== undefined })
  if (!integrations.data?.items.some((one) => one.id === needed && !one.configured)) return null
  return (
    <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      {label} is not set up in this workspace.{' '}
      <Link
        to="/w/$workspace/settings/integrations"
        params={{ workspace: workspace.slug }}
        search={{ open: needed }}
        className="underline underline-offset-2"
      >
        Set it up
      </Link>
    </p>
  )
}

/** The request that would be sent, or a summary when a delivery is not a single request. */
type Sent = { method: string; url: string; headers: Record<string, string>; body: unknown } | Record<string, unknown>

function Sketch({ request }: { request: Sent }) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
  if (!('method' in request))
    return (
      <pre className="mt-1 whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere]">
        {text(request)}
      </pre>
    )
  const { method, url, headers, body } = request
  return (
    <div className="mt-1 flex flex-col gap-1 text-xs">
      <p className="font-mono text-ink-2 [overflow-wrap:anywhere]">{`${method} ${url}`}</p>
      <pre className="whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono [overflow-wrap:anywhere]">
        {text(body)}
      </pre>
      <details>
        <summary className="text-ink-3 hover:text-ink">Headers</summary>
        <pre className="mt-1 whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono [overflow-wrap:anywhere]">
          {text(headers)}
        </pre>
      </details>
    </div>
  )
}

export const outputEditor = defineEditor({
  begin: ({ name }) => newOutput(name),
  read: readOutput,
  write: writeOutput,
  problemOf: problemOfOutput,
  Form: OutputForm,
})
