// What this installation runs, and the licenses of everything that it contains.
import { useQuery } from '@tanstack/react-query'
import { openApi, take } from '../../api/client.ts'
import { readOwnFile } from '../../api/own-file.ts'
import { FormSkeleton, Loaded, Section, SettingsPage } from './settings-page.tsx'

const LICENSES = '/docs/licenses.txt'

export function AboutPage() {
  const meta = useQuery({ queryKey: ['meta'], queryFn: () => take(openApi.GET('/api/meta')) })
  const licenses = useQuery({
    queryKey: ['licenses'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readOwnFile(LICENSES, signal),
  })
  return (
    <SettingsPage page="about">
      <Loaded query={meta} what="The version" skeleton={<FormSkeleton fields={1} />}>
        {({ name, version }) => (
          <p>
            {name} {version}, under the Apache License 2.0. <a href="/redoc">API reference</a>
          </p>
        )}
      </Loaded>
      <Section
        title="Licenses"
        about="Of the packages and data that are part of this program. The same text is shipped with every build."
        action={<a href={LICENSES}>Open as text</a>}
      >
        <Loaded query={licenses} what="The licenses" skeleton={<FormSkeleton fields={4} />}>
          {(text) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
            <pre tabIndex={0} className="max-h-[60vh] overflow-auto whitespace-pre-wrap rounded-md border p-3 text-xs">
              {text}
            </pre>
          )}
        </Loaded>
      </Section>
    </SettingsPage>
  )
}
