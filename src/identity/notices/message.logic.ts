// The one message that tells a person what waits for them: as a mail and as a line of chat.

export interface Waiting {
  id: string
  title: string
  text: string
  link: string | null
  severity: 'info' | 'warning' | 'error'
}

const MOST_SHOWN = 50

/** Plain text: notices quote data of others, which must never become markup. */
export function mailOf(workspace: string, notices: readonly Waiting[], base: string | undefined) {
  const [first] = notices
  const subject =
    notices.length === 1 && first ? `${first.title} · ${workspace}` : `${notices.length} notices · ${workspace}`
  const shown = notices.slice(0, MOST_SHOWN).map(({ title, text, link }) => {
    const address = link !== null && base !== undefined ? `${base}${link}` : ''
    return [title, text, address].filter(Boolean).join('\n')
  })
  const more = notices.length > MOST_SHOWN ? [`And ${notices.length - MOST_SHOWN} more in your inbox.`] : []
  const settings = base === undefined ? [] : [`Change when you get mail: ${base}/notices/settings`]
  return {
    subject: subject.replace(/[\r\n]+/g, ' ').slice(0, 200),
    text: [...shown, ...more, ...settings].join('\n\n'),
  }
}

const MARKS = { info: '', warning: ':warning: ', error: ':red_circle: ' }

/** The body of a Slack-compatible webhook; text of others cannot mention people or make links. */
export function chatOf(workspace: string, notices: readonly Waiting[], base: string | undefined): { text: string } {
  const lines = notices.slice(0, MOST_SHOWN).map(({ title, text, link, severity }) => {
    const address = link !== null && base !== undefined ? ` <${base}${link}|Open>` : ''
    return `${MARKS[severity]}*${escaped(title)}*${address}${text === '' ? '' : `\n${escaped(text)}`}`
  })
  const head = notices.length === 1 ? [] : [`${notices.length} notices of ${escaped(workspace)}`]
  return { text: [...head, ...lines].join('\n') }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
