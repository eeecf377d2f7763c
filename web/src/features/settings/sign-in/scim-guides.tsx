// How to connect Okta and Microsoft Entra ID, step by step, in the words of their own screens.
import type { ReactNode } from 'react'
import { Tabs } from '../../../ui/tabs.tsx'
import { Section } from '../settings-page.tsx'

function Steps({ children }: { children: ReactNode }) {
  return <ol className="flex max-w-2xl list-decimal flex-col gap-2 pl-5 text-ink-2 marker:text-ink-3">{children}</ol>
}

function Typed({ children }: { children: ReactNode }) {
  return <code className="rounded-sm bg-hover px-1 py-0.5 text-sm [overflow-wrap:anywhere]">{children}</code>
}

export function ScimGuides({ baseUrl }: { baseUrl: string }) {
  const local = /^https:\/\//.test(baseUrl)
    ? null
    : 'This address is not https. Both directories run in the cloud and reach only public https addresses: put a proxy with a certificate in front, and say its address in PUBLIC_URL.'
  return (
    <Section title="How to connect">
      {local && <p className="max-w-2xl rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{local}</p>}
      <Tabs
        label="Directory"
        tabs={[
          {
            value: 'okta',
            label: 'Okta',
            content: (
              <Steps>
                <li>Create a token above and keep the dialog open.</li>
                <li>
                  In the Okta admin console open Applications, create or open the application, and turn on SCIM
                  provisioning under General.
                </li>
                <li>
                  Under Provisioning → Integration enter <Typed>{baseUrl}</Typed> as SCIM connector base URL and{' '}
                  <Typed>userName</Typed> as unique identifier field.
                </li>
                <li>
                  Choose HTTP Header as authentication mode, paste the token as bearer, and press Test Connector
                  Configuration.
                </li>
                <li>Under Provisioning → To App turn on Create Users, Update User Attributes and Deactivate Users.</li>
                <li>Assign people, then send groups under Push Groups. They appear in the table above.</li>
              </Steps>
            ),
          },
          {
            value: 'entra',
            label: 'Microsoft Entra ID',
            content: (
              <Steps>
                <li>Create a token above and keep the dialog open.</li>
                <li>
                  In the Entra admin center open Enterprise applications, make a new application of your own
                  (non-gallery), and open Provisioning.
                </li>
                <li>
                  Set the mode to Automatic, enter <Typed>{baseUrl}</Typed> as tenant URL and the token as secret token,
                  and press Test Connection.
                </li>
                <li>
                  Under Mappings leave <Typed>userName</Typed>, <Typed>active</Typed> and <Typed>externalId</Typed> as
                  they are. Groups need nothing beyond the usual mapping.
                </li>
                <li>Under Users and groups assign the users of this workspace, then start provisioning.</li>
                <li>
                  Entra sends changes about every 40 minutes; Provision on demand sends one person at once, to try it.
                </li>
              </Steps>
            ),
          },
        ]}
      />
    </Section>
  )
}
