// Reads a server-sent event stream (WHATWG HTML, "event stream interpretation") from text that arrives in any pieces.
export interface Frame {
  id: string
  event: string
  data: string
}

/** Feed it text as it comes; it calls `emit` once per complete frame. Comments (heartbeats) are dropped. */
export function frameReader(emit: (frame: Frame) => void): (text: string) => void {
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []

  function line(text: string) {
    if (text === '') {
      if (data.length) emit({ id, event: event || 'message', data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? text : text.slice(0, colon)
    const raw = colon < 0 ? '' : text.slice(colon + 1)
    const value = raw.startsWith(' ') ? raw.slice(1) : raw
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }

  return (text) => {
    rest += text
    for (;;) {
      const end = rest.search(/\r|\n/)
      if (end < 0) return
      // A CR at the very end may be half of a CRLF: wait for the next piece.
      if (rest[end] === '\r' && end === rest.length - 1) return
      line(rest.slice(0, end))
      rest = rest.slice(end + (rest[end] === '\r' && rest[end + 1] === '\n' ? 2 : 1))
    }
  }
}
