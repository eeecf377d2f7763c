// The frame of the settings: their list at the left, on a phone a picker at the top, and the page beside it.
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useWorkspace } from '../../session/workspace.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { areasFor } from './areas.logic.ts'
import { findSettings } from './find-settings.logic.ts'
import { meQuery } from './settings.queries.ts'

const item =
  'flex min-h-8 items-center rounded-md px-2.5 text-ink-2 hover:bg-hover hover:text-ink ' +
  'data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink'

export function SettingsLayout() {
  const workspace = useWorkspace()
  const me = useQuery(meQuery)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const areas = areasFor(me.data?.is_admin ?? false)
  const groups = [...new Set(areas.map((area) => area.group))]
  const address = (page: string) => `/w/${workspace.slug}/settings/${page}`
  const [question, setQuestion] = useState('')
  const found = question.trim() === '' ? undefined : findSettings(question, me.data?.is_admin ?? false)
  const visit = (path: string) => {
    const [to, query] = path.split('?')
    setQuestion('')
    void navigate({
      to: `/w/${workspace.slug}/${to}` as string,
      search: Object.fromEntries(new URLSearchParams(query)) as never,
    })
  }
  const finder = (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3" />
      <Input
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        className="w-full pl-8!"
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found ?? []
          if (event.key === 'Enter' && first) visit(first.path)
          if (event.key === 'Escape') setQuestion('')
        }}
      />
    </div>
  )
  const results = found && (
    <ul aria-label="Settings found" className="flex flex-col gap-0.5 pt-2">
      {found.map(({ path, title }) => (
        <li key={path}>
          <button type="button" className={`${item} w-full text-left`} onClick={() => visit(path)}>
            {title}
          </button>
        </li>
      ))}
      {found.length === 0 && (
        <li role="status" className="px-2.5 py-2 text-ink-3 text-sm">
          No setting matches. The search at the top looks through everything.
        </li>
      )}
    </ul>
  )
  const current = areas.find((area) => pathname.startsWith(address(area.page)))

  return (
    <div className="flex min-h-0 flex-1 flex-col md:flex-row">
      <nav aria-label="Settings" className="hidden w-52 shrink-0 overflow-y-auto border-r p-3 md:block">
        <div className="pb-2">{finder}</div>
        {results}
        {!found &&
          groups.map((group) => (
            <Fragment key={group}>
              <p className="px-2.5 pt-3 pb-1 text-ink-3 text-xs first:pt-0.5">{group}</p>
              <ul className="flex flex-col gap-0.5">
                {areas
                  .filter((area) => area.group === group)
                  .map((area) => (
                    <li key={area.page}>
                      <Link to={address(area.page)} className={item}>
                        {area.title}
                      </Link>
                    </li>
                  ))}
              </ul>
            </Fragment>
          ))}
      </nav>
      <div className="flex flex-col gap-2 border-b px-4 py-2 md:hidden">
        {finder}
        {results}
        <Field label="Settings" hideLabel>
          <Select
            className="w-full"
            value={current?.page ?? ''}
            onChange={(event) => void navigate({ to: address(event.target.value) })}
          >
            {groups.map((group) => (
              <optgroup key={group} label={group}>
                {areas
                  .filter((area) => area.group === group)
                  .map((area) => (
                    <option key={area.page} value={area.page}>
                      {area.title}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Select>
        </Field>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a page without any control has to scroll by keys, too */}
      <div key={workspace.id} tabIndex={0} className="min-h-0 min-w-0 flex-1 overflow-y-auto -outline-offset-2!">
        <Outlet />
      </div>
    </div>
  )
}
