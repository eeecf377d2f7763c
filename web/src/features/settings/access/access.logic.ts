// Destinations and rights in words, and which destinations are shown.
import { foldSearch, searchWords } from '../../../../../src/engine/values/search-words.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { capital } from '../../../ui/format.ts'

type Destination = Schemas['Destination']

const GROUPS: readonly { title: string; kinds: readonly Destination['kind'][] }[] = [
  {
    title: 'Set up here',
    kinds: ['column', 'watch', 'webhook', 'mailbox', 'notice', 'company_icon', 'identity_provider', 'own_provider'],
  },
  { title: 'Sources', kinds: ['source'] },
  { title: 'AI models', kinds: ['model'] },
  { title: 'CRM', kinds: ['crm'] },
  { title: 'Lookups', kinds: ['lookup'] },
]

/** Without `all`, only what can be called now. */
export function findDestinations(destinations: readonly Destination[], question: string, all: boolean): Destination[] {
  const words = searchWords(question)
  return destinations.filter((one) => {
    const text = foldSearch(`${one.name} ${one.hosts.join(' ')} ${one.kind}`)
    return (all || one.ready || words.length > 0) && words.every((word) => text.includes(word))
  })
}

/** Those in use first. */
export function groupDestinations(destinations: readonly Destination[]): { title: string; items: Destination[] }[] {
  return GROUPS.flatMap(({ title, kinds }) => {
    const items = destinations.filter(({ kind }) => kinds.includes(kind))
    const sorted = items.sort((a, b) => (b.uses ?? 0) - (a.uses ?? 0))
    return items.length > 0 ? [{ title, items: sorted }] : []
  })
}

const ROW_PLACES: Record<Destination['row_places'][number], string> = {
  website: 'the website that the row names',
  dns: 'DNS of the domain',
  mail_server: 'the mail server of the address',
}

export function placeWords({ hosts, row_places, is_entered }: Destination): string {
  const places = [
    ...row_places.map((place) => ROW_PLACES[place]),
    ...hosts,
    ...(is_entered ? ['the address that was entered'] : []),
  ]
  return places.length > 0
    ? capitalUnlessHost(places.join(', '), row_places.length > 0 || hosts.length === 0)
    : 'A host that each row gives'
}

const capitalUnlessHost = (text: string, isSentence: boolean) => (isSentence ? capital(text) : text)

const SENT: Partial<Record<Destination['kind'], string>> = {
  model: 'The prompt with the values that it names',
  crm: 'The fields that an output column maps',
  column: 'The values that its request names',
  source: 'Its query',
  watch: 'Nothing of a row',
  webhook: 'The message of its rule',
  mailbox: 'Messages to leads',
  identity_provider: 'The login of a user',
}

export const sentWords = ({ kind, sends }: Destination): string =>
  sends.length > 0 ? sends.join(', ') : (SENT[kind] ?? 'Nothing of a row')

/** What uses a destination, as it is counted. */
export const userWord = ({ kind }: Destination): string => (kind === 'source' ? 'source' : 'column')

/** The name, with how many others go to the same places. */
export const nameWords = ({ name, alike }: Destination): string => (alike > 1 ? `${name} and ${alike - 1} more` : name)

const CUT: Partial<Record<Destination['kind'], string>> = {
  column: 'columns',
  source: 'sources',
  watch: 'watches',
  webhook: 'webhooks',
  mailbox: 'mailboxes',
}

/** Says what more is set up than is listed; undefined where all is. */
export function cutWords(cut: readonly Destination['kind'][]): string | undefined {
  const kinds = cut.map((kind) => CUT[kind] ?? kind)
  return kinds.length > 0 ? `More ${kinds.join(', ')} are set up than are listed here.` : undefined
}

/** "Settings: edit". */
export function capabilityWords(name: string): string {
  const [subject = name, act = ''] = name.split('.')
  return `${capital(subject)}: ${act}`
}
