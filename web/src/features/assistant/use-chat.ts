// One message on its way: what was sent, what the assistant is doing, and how to stop it.
import { useRef, useState } from 'react'
import { describeProblem, isAborted } from '../../api/problem.ts'
import { type ChatBody, chat, refresh } from './assistant.queries.ts'

export function useChat(id: string | undefined, opened: (id: string) => void) {
  const [sent, setSent] = useState<string | null>(null)
  const [doing, setDoing] = useState<string[]>([])
  const [error, setError] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)

  async function say(message: string, autopilot: ChatBody['autopilot']) {
    const own = new AbortController()
    stop.current = own
    setSent(message)
    setDoing([])
    setError(null)
    const body: ChatBody = { message, ...(id && { conversation_id: id }), ...(autopilot && { autopilot }) }
    try {
      await chat(
        body,
        ({ event, data }) => {
          if (event === 'conversation' && data.conversation_id && data.conversation_id !== id)
            opened(data.conversation_id)
          if (event === 'reading') setDoing((before) => [...before, ...(data.tools ?? []).map(({ title }) => title)])
          if (event === 'error') setError(data.detail ?? null)
        },
        own.signal,
      )
    } catch (failed) {
      if (!isAborted(failed)) {
        const problem = describeProblem(failed)
        setError(`${problem.what} ${problem.next}`)
      }
    } finally {
      await refresh()
      setSent(null)
      setDoing([])
    }
  }

  return {
    sent,
    doing,
    error,
    busy: sent !== null,
    say: (message: string, autopilot?: ChatBody['autopilot']) => void say(message, autopilot),
    stop: () => stop.current?.abort(),
  }
}
