// Where the secrets of an account may go: only to hosts that an admin allowed, and only from columns that may use them.
import { isAllowedHost } from '../../platform/net/allowed-hosts.logic.ts'
import type { AccountForm, Credentials } from './kit.ts'

/** Where the allowed hosts stand among the values of an account; no field has such a name. */
export const HOSTS = 'allowed hosts'
/** There, when the column that asks may not use it. */
export const NOT_FOR_COLUMN = 'not for this column'

const WHERE = 'An admin can allow it under Settings, Secrets.'

/** Why no request may be made with these secrets at all; undefined when one may. */
export function boundNowhere(form: AccountForm | undefined, account: Credentials): string | undefined {
  if (!form?.bound) return undefined
  const name = form.fields.map((field) => field.name).join(', ')
  if (account[NOT_FOR_COLUMN]) return `This column may not use the secret ${name}. ${WHERE}`
  if (account[HOSTS]) return undefined
  return `No host is allowed for the secret ${name}, so it was sent nowhere. An admin can name the hosts it may be sent to under Settings, Secrets.`
}

/** Why a request may not go to the address; undefined when it may. */
export function hostRefusal(form: AccountForm | undefined, account: Credentials, url: string): string | undefined {
  const hosts = allowedHosts(form, account)
  if (hosts === undefined || isAllowedHost(hosts, url)) return undefined
  const name = form?.fields.map((field) => field.name).join(', ')
  return `The secret ${name} may not be sent to ${URL.canParse(url) ? new URL(url).host : 'this address'}. ${WHERE}`
}

/** The hosts that requests with the account may go to; undefined for any. */
export function allowedHosts(form: AccountForm | undefined, account: Credentials): string[] | undefined {
  return form?.bound ? (account[HOSTS] ?? '').split(' ').filter((host) => host !== '') : undefined
}
