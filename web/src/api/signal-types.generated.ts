// The types of signals, from src/monitoring/signals by `npm run generate`.

export const SIGNAL_TYPES = {
  "hiring": "Open job",
  "hiring_surge": "Hiring surge",
  "new_role": "New kind of role",
  "funding": "Funding",
  "news": "News",
  "tech_change": "Technology",
  "website_change": "Website change",
  "job_change": "Job change",
  "growth": "Growth",
  "social": "Social profile",
  "github_release": "Release"
} as const
