// The form of a column that delivers its row elsewhere: where to, what of it, and that it does so once.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListPlus } from 'lucide-react'
import { useWorkspace } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/forms/choice.tsx'
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import type { ColumnToTry, FormProps, OutputDraft } from '../../columns/custom.shapes.ts'
import { fieldsOf } from '../../columns/custom-kinds.logic.ts'
import { integrationsQuery } from '../../settings/integrations/integrations.queries.ts'
import { DescribedFields } from '../described-fields.tsx'
import { defineEditor } from '../editor.ts'
import { More, Part } from '../form-parts.tsx'
import { PairsEditor } from '../pairs-editor.tsx'
import { ReferenceEditor } from '../reference-editor.tsx'
import { namesIn } from '../references.logic.ts'
import { RequiredRefs } from '../required-refs.tsx'
import { SecretPicker } from '../secrets/secret-picker.tsx'
import { SequenceTarget, useLeadFields } from '../sequence-target.tsx'
import { TriedOutcome, TryPart, useTry } from '../try/try-part.tsx'
import { useWorkbookTarget, WorkbookTarget } from '../workbook-target.tsx'
import { newOutput, pairsOfColumns, problemOfOutput, readOutput, TARGETS, writeOutput } from './output-draft.logic.ts'

type Props = FormProps<OutputDraft>

function OutputForm(props: Props) {
  const { workbookId, columnId, rowIds, draft, errors, onChange } = props
  const put = (part: Partial<OutputDraft>) => onChange({ ...draft, ...part })
  const { target } = draft
  const asked = useTry({
    workbookId,
    rowIds: rowIds.slice(0, 5),
    column: () => ({ ...writeOutput(draft, false), ...(columnId ? { id: columnId } : {}) }) as ColumnToTry,
  })
  const names = namesIn(target === 'slack' ? draft.text : draft.values.map(({ value }) => value).join(' '))
  const error = (member: string) => errors[`target.${member}`]
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
          options={Object.entries(TARGETS).map(([kind, words]) => ({ value: kind as OutputDraft['target'], ...words }))}
          value={target}
          onPick={(kind) => put({ target: kind })}
        />
      </Part>
      {(target === 'webhook' || target === 'sheet') && (
        <Field label="Address" error={error('url')}>
          <Input
            type="url"
            spellCheck={false}
            className="font-mono text-sm"
            placeholder="https://hooks.example.com/rows"
            value={draft.url}
            onChange={(event) => put({ url: event.target.value })}
          />
        </Field>
      )}
      {(target === 'hubspot' || target === 'salesforce') && <CrmPart {...props} crm={target} />}
      {target === 'workbook' && <WorkbookTarget {...props} />}
      {target === 'sequence' && <SequenceTarget {...props} />}
      {(target === 'webhook' || target === 'slack' || target === 'sheet') && (
        <SecretPicker
          label={
            target === 'slack'
              ? 'Address of the incoming webhook'
              : target === 'sheet'
                ? 'Bearer token'
                : 'Signing secret'
          }
          hint={SECRET_HINTS[target]}
          optional={target === 'sheet'}
          secret={draft.secret}
          addresses={[target === 'slack' ? 'https://hooks.slack.com/' : draft.url]}
          error={error('secret')}
          onChange={(secret) => put({ secret })}
        />
      )}
      {target === 'sheet' && (
        <Field label="As">
          <Select
            value={draft.format}
            onChange={(event) => put({ format: event.target.value as OutputDraft['format'] })}
          >
            <option value="json">one JSON object</option>
            <option value="csv">one line of CSV with its header</option>
          </Select>
        </Field>
      )}
      {target === 'slack' ? (
        <Field
          label="Message"
          error={error('text')}
          hint="Type / for a column. No mention or link is made of what a row says."
        >
          <ReferenceEditor
            slash
            lines={3}
            columns={props.columns}
            placeholder="New lead: /Company"
            value={draft.text}
            onChange={(text) => put({ text })}
          />
        </Field>
      ) : (
        <ValuesPart {...props} />
      )}
      <RequiredRefs
        names={names}
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
      <More title="More" summary={`${draft.timeout_seconds} seconds`}>
        <DescribedFields fields={fieldsOf('output')} values={draft} errors={errors} onChange={put} />
      </More>
    </>
  )
}

/** A request as it would leave, or of what is no single request, what would be written. */
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

const SECRET_HINTS: Record<'webhook' | 'slack' | 'sheet', string> = {
  webhook: 'Deliveries are signed with it, so that the receiver knows they are yours (webhook-signature).',
  slack: 'Slack gives one for each channel; it begins with https://hooks.slack.com/.',
  sheet: 'Sent as a bearer token, where the hook asks for one.',
}

function ValuesPart({ columns, draft, errors, onChange }: Props) {
  const isCrm = draft.target === 'hubspot' || draft.target === 'salesforce'
  const inWorkbook = useWorkbookTarget(draft)
  const ofLead = useLeadFields(draft)
  const there = inWorkbook ?? ofLead
  const missing = pairsOfColumns(columns, there).filter(
    (pair) => !draft.values.some(({ value }) => value === pair.value),
  )
  return (
    <Part
      title={isCrm ? 'Properties' : 'What is sent'}
      about={
        isCrm
          ? 'The internal name of each property, and the column that fills it. What is blank is left out.'
          : draft.target === 'workbook'
            ? 'A column over there, and what is written to it. What is blank is left out.'
            : draft.target === 'sequence'
              ? 'Fields of the lead, such as email, contact_person and company, and the column that fills each.'
              : 'A name for each value. What is blank in a row is left out.'
      }
    >
      <PairsEditor
        what={isCrm ? 'property' : 'value'}
        names={there}
        pairs={draft.values}
        columns={columns}
        onChange={(values) => onChange({ ...draft, values })}
        more={
          missing.length > 0 && (
            <Button
              size="sm"
              look="quiet"
              icon={ListPlus}
              onClick={() =>
                onChange({ ...draft, values: [...draft.values.filter(({ name, value }) => name || value), ...missing] })
              }
            >
              {there
                ? 'Add columns of the same name'
                : draft.values.length === 0
                  ? 'Add every column'
                  : 'Add the other columns'}
            </Button>
          )
        }
      />
      {Object.entries(errors).map(
        ([place, words]) =>
          /^target\.values\b/.test(place) && (
            <p key={place} role="alert" className="text-bad text-xs">
              {words}
            </p>
          ),
      )}
    </Part>
  )
}

function CrmPart({ crm, draft, errors, onChange }: Props & { crm: 'hubspot' | 'salesforce' }) {
  const workspace = useWorkspace()
  const integrations = useQuery(integrationsQuery())
  const vendor = crm === 'hubspot' ? 'HubSpot' : 'Salesforce'
  const lacksKey = integrations.data?.items.some((one) => one.id === crm && !one.configured)
  const names = draft.values.map(({ name }) => name.trim()).filter(Boolean)
  return (
    <>
      {lacksKey && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {vendor} is not set up in this workspace.{' '}
          <Link
            to="/w/$workspace/settings/integrations"
            params={{ workspace: workspace.slug }}
            search={{ open: crm }}
            className="underline underline-offset-2"
          >
            Set it up
          </Link>
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {crm === 'hubspot' ? (
          <Field label="Create or update">
            <Select
              value={draft.object}
              onChange={(event) => onChange({ ...draft, object: event.target.value as OutputDraft['object'] })}
            >
              <option value="contacts">contacts</option>
              <option value="companies">companies</option>
              <option value="deals">deals</option>
            </Select>
          </Field>
        ) : (
          <Field label="Create or update" error={errors['target.object']}>
            <Input
              spellCheck={false}
              placeholder="Contact"
              value={draft.sobject}
              onChange={(event) => onChange({ ...draft, sobject: event.target.value })}
            />
          </Field>
        )}
        <Field label="Matched by" error={errors['target.key']}>
          <Select value={draft.key} onChange={(event) => onChange({ ...draft, key: event.target.value })}>
            <option value="">Choose a property</option>
            {draft.key !== '' && !names.includes(draft.key) && <option value={draft.key}>{draft.key}</option>}
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {crm === 'salesforce' && (
        <Field label="That is">
          <Select
            value={draft.match}
            onChange={(event) => onChange({ ...draft, match: event.target.value as OutputDraft['match'] })}
          >
            <option value="external_id">an external id, which Salesforce keeps unique</option>
            <option value="value">any field, which is looked for first</option>
          </Select>
        </Field>
      )}
    </>
  )
}

export const outputEditor = defineEditor({
  begin: ({ name }) => newOutput(name),
  read: readOutput,
  write: writeOutput,
  problemOf: problemOfOutput,
  Form: OutputForm,
})
