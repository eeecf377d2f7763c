// How the session stands, for components: signed in, expired, or signed out.
import { useSyncExternalStore } from 'react'
import { session } from '../api/session.ts'

export function useSessionState() {
  return useSyncExternalStore(session.subscribe, session.state)
}
