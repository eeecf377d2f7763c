// The one message that tells a person what waits for them: as a mail and as a line of chat.

export interface PendingNotice {
  id: string
  title: string
  text: string
  link: string | null
  severity: 'info' | 'warning' | 'error'
}

/** Whose notices these are; links lead to its pages. */
export interface NoticeWorkspace {
  name: string
  slug: string
}

const MOST_SHOWN = 50

/** Where links begin: paths of notices are those of the workspace's pages. */
const baseOf = ({ slug }: NoticeWorkspace, publicUrl: string | undefined) =>
  publicUrl === undefined ? undefined : `${publicUrl}/w/${slug}`

/** Plain text: notices quote data from outside, which must never become markup. */
export function mailOf(workspace: NoticeWorkspace, notices: readonly PendingNotice[], publicUrl: string | undefined) {
  const base = baseOf(workspace, publicUrl)
  const [first] = notices
  const subject =
    notices.length === 1 && first
      ? `${first.title} · ${workspace.name}`
      : `${notices.length} notices · ${workspace.name}`
  const shown = notices.slice(0, MOST_SHOWN).map(({ title, text, link }) => {
    const address = link !== null && base !== undefined ? `${base}${link}` : ''
    return [title, text, address].filter(Boolean).join('\n')
  })
  const more = notices.length > MOST_SHOWN ? [`And ${notices.length - MOST_SHOWN} more in your inbox.`] : []
  const settings = base === undefined ? [] : [`Change when you get mail: ${base}/notices?tab=settings`]
  return {
    subject: subject.replace(/[\r\n]+/g, ' ').slice(0, 200),
    text: [...shown, ...more, ...settings].join('\n\n'),
  }
}

const MARKS = { info: '', warning: ':warning: ', error: ':red_circle: ' }

/** The body of a Slack-compatible webhook; quoted text cannot mention people or make links. */
export function chatOf(
  workspace: NoticeWorkspace,
  notices: readonly PendingNotice[],
  publicUrl: string | undefined,
): { text: string } {
  const base = baseOf(workspace, publicUrl)
  const lines = notices.slice(0, MOST_SHOWN).map(({ title, text, link, severity }) => {
    const address = link !== null && base !== undefined ? ` <${base}${link}|Open>` : ''
    return `${MARKS[severity]}*${escaped(title)}*${address}${text === '' ? '' : `\n${escaped(text)}`}`
  })
  const head = notices.length === 1 ? [] : [`${notices.length} notices of ${escaped(workspace.name)}`]
  return { text: [...head, ...lines].join('\n') }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
