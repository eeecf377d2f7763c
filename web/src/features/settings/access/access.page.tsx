// What leaves the installation, and what each role may do: both read off the running service, so that neither goes stale.
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { counted } from '../../../ui/format.ts'
import { Checkbox, Input, Switch } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { iconSettingsQuery, turnIcons } from '../../company-icons/company-icons.api.ts'
import { roleTitle } from '../roles.logic.ts'
import { Frame, Loaded, ReadOnlyNote, Section, SettingsPage } from '../settings-page.tsx'
import {
  capabilityWords,
  cutWords,
  findDestinations,
  groupDestinations,
  nameWords,
  placeWords,
  sentWords,
  userWord,
} from './access.logic.ts'

const accessQuery = () => ({
  queryKey: keys.settings('access'),
  queryFn: () => take(api.GET('/api/settings/access')),
})

export function AccessPage() {
  const access = useQuery(accessQuery())
  return (
    <SettingsPage page="access" wide>
      <Loaded query={access} what="The list" skeleton={<ListSkeleton rows={8} />}>
        {(data) => (
          <>
            <Icons />
            <Leaving access={data} />
            <Roles access={data} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

/** The only calls that are made because rows are looked at. */
function Icons() {
  const workspace = useWorkspace()
  const settings = useQuery(iconSettingsQuery())
  const { busy, submit, words } = useSubmit()
  if (!settings.data) return null
  return (
    <Section
      title="Company icons"
      about="Shows the icon of a company in front of its domain in workbooks and leads. The server reads it from the company’s own site, once in 30 days for each domain. The company may conclude that a user of this installation looks at it. Browsers call no site."
    >
      <Switch
        label="Fetch icons from companies’ own sites"
        checked={settings.data.enabled}
        disabled={busy || !roleReaches(workspace.role, 'admin')}
        onChange={(on) =>
          void submit(async () => {
            await turnIcons(on)
            await queries.invalidateQueries({ queryKey: keys.settings('access') })
          })
        }
      />
      {!roleReaches(workspace.role, 'admin') && <ReadOnlyNote needs="admin" />}
      <FormError>{words}</FormError>
    </Section>
  )
}

function Leaving({ access: { destinations, cut } }: { access: Schemas['Access'] }) {
  const [question, setQuestion] = useState('')
  const [all, setAll] = useState(false)
  const found = findDestinations(destinations, question, all)
  const hidden = destinations.length - findDestinations(destinations, '', false).length
  return (
    <Section
      title="What leaves"
      about="Where lookups, models, sources, watches, rules and notices send something, as far as the code and the settings tell. Redirects and addresses inside an answer may lead to other hosts. Test runs send nothing. Lookups that compute their answer are not listed: they call no host."
    >
      <div className="flex flex-wrap items-center gap-4">
        <Input
          type="search"
          aria-label="Search hosts and providers"
          placeholder="Search hosts and providers"
          className="w-72!"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Checkbox
          label={`Also ${counted(hidden, 'provider')} that cannot be called without a key`}
          checked={all}
          onChange={setAll}
        />
      </div>
      {cutWords(cut) && <p className="text-ink-2">{cutWords(cut)}</p>}
      {found.length === 0 && <p className="text-ink-3">No destination matches.</p>}
      {groupDestinations(found).map(({ title, items }) => (
        <Frame key={title}>
          <table aria-label={title} className="w-full table-fixed border-separate border-spacing-0">
            <thead>
              <tr className="text-left text-ink-3 text-xs">
                <th scope="col" className="h-8 border-b px-4 font-medium">
                  {title}
                </th>
                <th scope="col" className="border-b px-2 font-medium">
                  Goes to
                </th>
                <th scope="col" className="hidden border-b px-2 font-medium md:table-cell">
                  Sends
                </th>
                <th scope="col" className="hidden w-32 border-b px-2 font-medium sm:table-cell">
                  Here
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((one) => (
                <tr key={`${one.kind} ${one.id}`} className="align-top">
                  <td className="border-b px-4 py-2 [overflow-wrap:anywhere]" dir="auto">
                    {nameWords(one)}
                    <span className="block text-ink-3 text-xs md:hidden">{sentWords(one)}</span>
                    <span className="block text-xs sm:hidden">
                      <Here destination={one} />
                    </span>
                  </td>
                  <td className="border-b px-2 py-2 [overflow-wrap:anywhere]">{placeWords(one)}</td>
                  <td className="hidden border-b px-2 py-2 text-ink-2 md:table-cell">{sentWords(one)}</td>
                  <td className="hidden border-b px-2 py-2 sm:table-cell">
                    <Here destination={one} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Frame>
      ))}
    </Section>
  )
}

/** Whether it is set up in this workspace, and how many columns use it. */
function Here({ destination }: { destination: Schemas['Destination'] }) {
  const { ready, uses } = destination
  const word = userWord(destination)
  if (!ready) return <Badge>Not set up</Badge>
  if (uses === null) return <Badge tone="accent">Set up</Badge>
  return uses === 0 ? <span className="text-ink-3">No {word}</span> : counted(uses, word)
}

function Roles({ access: { roles, capabilities } }: { access: Schemas['Access'] }) {
  return (
    <Section
      title="Who may do what"
      about="Every operation of the API, the app and AI clients needs one of these rights. Administrators of the installation have no right in a workspace by that alone."
    >
      <Frame>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone, by keys too */}
        <div tabIndex={0} className="overflow-x-auto -outline-offset-2!">
          <table aria-label="Rights of the roles" className="w-full border-separate border-spacing-0">
            <thead>
              <tr className="text-ink-3 text-xs">
                <th scope="col" className="h-8 border-b px-4 text-left font-medium">
                  Right
                </th>
                {roles.map((role) => (
                  <th key={role} scope="col" className="w-20 border-b px-2 font-medium">
                    {roleTitle(role)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {capabilities.map((one) => (
                <tr key={one.name}>
                  <th scope="row" className="border-b px-4 py-2 text-left font-normal">
                    {capabilityWords(one.name)}
                  </th>
                  {roles.map((role) => (
                    <td key={role} className="border-b px-2 text-center">
                      {one.roles.includes(role) ? (
                        <Check role="img" aria-label="Yes" className="inline size-4 text-ok" />
                      ) : (
                        <span className="sr-only">No</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Frame>
      {capabilities.map((one) => (
        <Disclosure
          key={one.name}
          title={capabilityWords(one.name)}
          about={counted(one.operations.length, 'operation')}
        >
          <ul className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
            {one.operations.map(({ id, summary, tag }) => (
              <li key={id}>
                {summary} <span className="text-ink-3 text-xs">{tag}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      ))}
    </Section>
  )
}
