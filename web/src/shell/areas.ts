// The areas of the product, for the sidebar and the command palette.
import {
  Contact,
  Copy,
  House,
  LayoutTemplate,
  ListChecks,
  Radar,
  Send,
  Settings,
  Sheet,
  Sparkles,
  SquareFunction,
  Workflow,
} from 'lucide-react'

/** In the order of work: collect, clean, watch, reach out, automate. */
export const AREAS = [
  { to: '/w/$workspace', icon: House, text: 'Home' },
  { to: '/w/$workspace/workbooks', icon: Sheet, text: 'Workbooks' },
  { to: '/w/$workspace/leads', icon: Contact, text: 'Leads' },
  { to: '/w/$workspace/duplicates', icon: Copy, text: 'Duplicates' },
  { to: '/w/$workspace/jobs', icon: ListChecks, text: 'Jobs' },
  { to: '/w/$workspace/signals', icon: Radar, text: 'Signals' },
  { to: '/w/$workspace/outreach', icon: Send, text: 'Outreach' },
  { to: '/w/$workspace/automations', icon: Workflow, text: 'Automations' },
  { to: '/w/$workspace/recipes', icon: LayoutTemplate, text: 'Recipes' },
  { to: '/w/$workspace/functions', icon: SquareFunction, text: 'Functions' },
  { to: '/w/$workspace/assistant', icon: Sparkles, text: 'Assistant' },
  { to: '/w/$workspace/settings', icon: Settings, text: 'Settings' },
] as const
