// The kinds of columns, from src/engine/columns/kinds by `npm run generate`.

export const COLUMN_KINDS = {
  "ai": {
    "filled_by": "itself",
    "words": { "short": "AI model", "long": "Prompt to a model" },
    "offer": {
      "place": 10,
      "label": "Ask AI",
      "note": "A prompt over the columns of a row, answered in typed fields",
      "search_words": "model gpt claude llm prompt",
      "icon": "sparkles",
      "column_name": "Ask AI",
      "for_any_question": true
    },
    "target_words": { "*": "*" },
    "asks_model": true,
    "form": "own",
    "fields": [
      {
        "name": "temperature",
        "label": "Temperature",
        "hint": "0 answers most alike, 2 most freely.",
        "kind": "number",
        "start": "0"
      },
      { "name": "max_tokens", "label": "Longest answer, in tokens", "kind": "number", "start": "1000" },
      { "name": "timeout_seconds", "label": "Seconds a row may take", "kind": "number", "start": "60" },
      {
        "name": "cache_days",
        "label": "Days an answer is good",
        "hint": "For the same prompt, values and model.",
        "kind": "number",
        "start": "30"
      }
    ]
  },
  "enrichment": {
    "filled_by": "catalog",
    "words": { "short": "one provider", "long": "One provider" }
  },
  "formula": {
    "filled_by": "cells",
    "words": { "short": "calculated", "long": "Formula" },
    "offer": {
      "place": 10,
      "label": "Formula",
      "note": "Computed from the other columns of the row",
      "icon": "sigma",
      "column_name": "Formula"
    }
  },
  "http": {
    "filled_by": "itself",
    "words": { "short": "API call", "long": "Request to an API" },
    "offer": {
      "place": 30,
      "label": "Call an API",
      "note": "Call any API or paste curl",
      "search_words": "rest json",
      "icon": "globe",
      "column_name": "HTTP request",
      "for_any_question": true
    },
    "names_secrets": true,
    "target_words": { "any": "HTTP request", "*": "*" },
    "form": "own",
    "fields": []
  },
  "input": {
    "filled_by": "people",
    "words": { "short": "typed in", "long": "Typed in" }
  },
  "lead_field": {
    "filled_by": "cells",
    "words": { "short": "field of the lead", "long": "Field of the lead" },
    "offer": {
      "place": 30,
      "label": "Field of the lead",
      "note": "Shown from the lead store, and follows it",
      "search_words": "crm contact company person",
      "icon": "contact",
      "column_name": ""
    },
    "bound": true
  },
  "lookup": {
    "filled_by": "cells",
    "words": { "short": "other workbook", "long": "Lookup" },
    "offer": {
      "place": 20,
      "label": "Lookup",
      "note": "Brought from another workbook by a key they share",
      "icon": "link",
      "column_name": "Lookup"
    },
    "bound": true
  },
  "match": {
    "filled_by": "itself",
    "words": { "short": "match", "long": "Match" },
    "offer": {
      "place": 40,
      "label": "Match",
      "note": "Which lead, or which row of another workbook, a row is, however it is written",
      "search_words": "same duplicate entity identity lookup fuzzy link",
      "icon": "waypoints",
      "column_name": "Match"
    },
    "target_words": { "leads": "Match with leads", "*": "Match with a workbook" },
    "form": "own",
    "fields": []
  },
  "output": {
    "filled_by": "itself",
    "words": { "short": "delivery", "long": "Delivery" },
    "offer": {
      "place": 50,
      "label": "Send somewhere",
      "note": "Webhook, CRM, Slack, sheet or another workbook; each row once",
      "search_words": "output export crm deliver push",
      "icon": "send",
      "column_name": "Send"
    },
    "bound": true,
    "names_secrets": true,
    "target_words": { "*": "Sent to *" },
    "form": "own",
    "fields": [
      { "name": "timeout_seconds", "label": "Seconds a delivery may take", "kind": "number", "start": "30" }
    ]
  },
  "research": {
    "filled_by": "itself",
    "words": { "short": "web research", "long": "Web research" },
    "offer": {
      "place": 20,
      "label": "Research",
      "note": "A model searches and reads the web, and cites its sources",
      "search_words": "agent browse ai evidence",
      "icon": "telescope",
      "column_name": "Research",
      "for_any_question": true
    },
    "target_words": { "*": "* (research)" },
    "asks_model": true,
    "form": "own",
    "fields": [
      {
        "name": "max_steps",
        "label": "Steps at most",
        "hint": "The last one is kept for the answer.",
        "kind": "number",
        "start": "8"
      },
      {
        "name": "max_usd",
        "label": "US dollars a row at most",
        "kind": "number",
        "start": "",
        "placeholder": "no limit"
      },
      { "name": "temperature", "label": "Temperature", "kind": "number", "start": "0" },
      { "name": "max_tokens", "label": "Longest answer of a step, in tokens", "kind": "number", "start": "1500" },
      { "name": "timeout_seconds", "label": "Seconds a row may take", "kind": "number", "start": "180" },
      { "name": "cache_days", "label": "Days a step is good", "kind": "number", "start": "30" }
    ]
  },
  "waterfall": {
    "filled_by": "catalog",
    "words": { "short": "several providers", "long": "Waterfall" }
  }
} as const
