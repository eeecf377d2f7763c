// Starts the web app.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/queries.ts'
import { askForSignIn, router } from './shell/router.tsx'
import { SessionGuard } from './shell/session-guard.tsx'
import { Toasts } from './ui/overlays/toast.tsx'
import { TooltipProvider } from './ui/overlays/tooltip.tsx'
import './ui/app.css'

// After an upgrade of the server the chunks of an old page are gone: load the new page, but not in a loop.
window.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('millrace.reloaded'))
  if (Date.now() - last < 10_000) return
  sessionStorage.setItem('millrace.reloaded', String(Date.now()))
  location.reload()
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <TooltipProvider>
          <RouterProvider router={router} />
          <SessionGuard onSignedOut={askForSignIn} />
          <Toasts />
        </TooltipProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
