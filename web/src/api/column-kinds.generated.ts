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
    "settings": {
      "properties": {
        "temperature": { "type": "number", "default": 0, "title": "Temperature", "x-hint": "0 answers most alike, 2 most freely." },
        "max_tokens": { "type": "integer", "default": 1000, "title": "Longest answer, in tokens" },
        "timeout_seconds": { "type": "integer", "default": 60, "title": "Seconds a row may take" },
        "cache_days": {
          "type": "integer",
          "default": 30,
          "title": "Days an answer is good",
          "x-hint": "For the same prompt, values and model."
        }
      },
      "required": ["temperature", "max_tokens", "timeout_seconds", "cache_days"]
    }
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
    "settings": {
      "properties": {
        "auth": {
          "anyOf": [
            {
              "type": "object",
              "required": ["kind", "secret"],
              "properties": {
                "kind": { "type": "string", "const": "bearer" },
                "secret": {
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
                  "title": "Key",
                  "x-hint": "Masked in every trace, and sent to the host of the address only.",
                  "x-widget": "secret",
                  "x-sent-to": "{url}",
                  "x-missing": "Choose the secret that the request carries."
                }
              }
            },
            {
              "type": "object",
              "required": ["kind", "name", "secret"],
              "properties": {
                "kind": { "type": "string", "const": "header" },
                "name": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$",
                  "title": "Header",
                  "x-code": true,
                  "x-placeholder": "X-Api-Key",
                  "x-missing": "Name the header that carries the secret."
                },
                "prefix": {
                  "type": "string",
                  "title": "In front of the key",
                  "x-code": true,
                  "x-placeholder": "nothing",
                  "x-exact": true
                },
                "secret": {
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
                  "title": "Key",
                  "x-hint": "Masked in every trace, and sent to the host of the address only.",
                  "x-widget": "secret",
                  "x-sent-to": "{url}",
                  "x-missing": "Choose the secret that the request carries."
                }
              }
            },
            {
              "type": "object",
              "required": ["kind", "name", "secret"],
              "properties": {
                "kind": { "type": "string", "const": "query" },
                "name": {
                  "type": "string",
                  "title": "Parameter",
                  "x-code": true,
                  "x-placeholder": "api_key",
                  "x-missing": "Name the parameter that carries the secret."
                },
                "secret": {
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
                  "title": "Key",
                  "x-hint": "Masked in every trace, and sent to the host of the address only.",
                  "x-widget": "secret",
                  "x-sent-to": "{url}",
                  "x-missing": "Choose the secret that the request carries."
                }
              }
            },
            {
              "type": "object",
              "required": ["kind", "username", "secret"],
              "properties": {
                "kind": { "type": "string", "const": "basic" },
                "username": {
                  "type": "string",
                  "default": "",
                  "title": "User",
                  "x-hint": "May be blank where the API takes only a key.",
                  "x-code": true,
                  "x-exact": true
                },
                "secret": {
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
                  "title": "Password or key",
                  "x-hint": "Masked in every trace, and sent to the host of the address only.",
                  "x-widget": "secret",
                  "x-sent-to": "{url}",
                  "x-missing": "Choose the secret that the request carries."
                }
              }
            },
            {
              "type": "object",
              "required": ["kind", "token_url", "client_id", "credentials_in", "secret"],
              "properties": {
                "kind": { "type": "string", "const": "oauth_client" },
                "token_url": {
                  "type": "string",
                  "pattern": "^https?://",
                  "title": "Address of tokens",
                  "x-code": true,
                  "x-placeholder": "https://login.example.com/oauth/token",
                  "x-missing": "The token is fetched with an address and a client id."
                },
                "client_id": {
                  "type": "string",
                  "title": "Client id",
                  "x-code": true,
                  "x-missing": "The token is fetched with an address and a client id."
                },
                "scope": { "type": "string", "title": "Scope", "x-code": true, "x-placeholder": "none" },
                "credentials_in": {
                  "type": "string",
                  "enum": ["body", "header"],
                  "default": "body",
                  "title": "Credentials in",
                  "x-labels": { "body": "The body", "header": "A header (Basic)" }
                },
                "secret": {
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
                  "title": "Client secret",
                  "x-hint": "Masked in every trace, and sent to the host of the address only.",
                  "x-widget": "secret",
                  "x-sent-to": "{url} {auth.token_url}",
                  "x-missing": "Choose the secret that the request carries."
                }
              }
            }
          ],
          "$id": "HttpAuth",
          "title": "Authentication",
          "x-blank": "Nothing",
          "x-labels": {
            "bearer": "Bearer token",
            "header": "Key in a header",
            "query": "Key in the address",
            "basic": "User and password (Basic)",
            "oauth_client": "OAuth client credentials"
          }
        },
        "pages": {
          "anyOf": [
            {
              "type": "object",
              "required": ["kind"],
              "properties": {
                "kind": { "type": "string", "const": "next_link" },
                "path": {
                  "type": "string",
                  "title": "Where the link is",
                  "x-hint": "Blank takes the Link header.",
                  "x-code": true,
                  "x-placeholder": "meta.next"
                }
              }
            },
            {
              "type": "object",
              "required": ["kind", "path", "param"],
              "properties": {
                "kind": { "type": "string", "const": "cursor" },
                "path": {
                  "type": "string",
                  "title": "Where the cursor is",
                  "x-code": true,
                  "x-placeholder": "meta.next",
                  "x-missing": "Say where the cursor is."
                },
                "param": {
                  "type": "string",
                  "title": "Sent as the parameter",
                  "x-code": true,
                  "x-placeholder": "cursor",
                  "x-missing": "Say as which parameter it is sent."
                }
              }
            },
            {
              "type": "object",
              "required": ["kind", "param", "first"],
              "properties": {
                "kind": { "type": "string", "const": "number" },
                "param": {
                  "type": "string",
                  "title": "Sent as the parameter",
                  "x-code": true,
                  "x-placeholder": "page",
                  "x-missing": "Say as which parameter it is sent."
                },
                "first": { "type": "integer", "default": 1, "title": "The first one is" },
                "total": {
                  "type": "string",
                  "title": "Where the total is",
                  "x-hint": "With it no request goes beyond the last item.",
                  "x-code": true,
                  "x-placeholder": "meta.total"
                }
              }
            },
            {
              "type": "object",
              "required": ["kind", "param"],
              "properties": {
                "kind": { "type": "string", "const": "offset" },
                "param": {
                  "type": "string",
                  "title": "Sent as the parameter",
                  "x-code": true,
                  "x-placeholder": "offset",
                  "x-missing": "Say as which parameter it is sent."
                },
                "total": {
                  "type": "string",
                  "title": "Where the total is",
                  "x-hint": "With it no request goes beyond the last item.",
                  "x-code": true,
                  "x-placeholder": "meta.total"
                }
              }
            }
          ],
          "$id": "HttpPages",
          "title": "Further pages",
          "x-blank": "One page",
          "x-labels": {
            "next_link": "Follow a link to the next page",
            "cursor": "Send a cursor",
            "number": "Count the pages",
            "offset": "Count the items"
          }
        },
        "items": {
          "type": "string",
          "title": "Where the items are",
          "x-code": true,
          "x-placeholder": "data.items",
          "x-show-if": {
            "setting": "pages.kind",
            "values": ["next_link", "cursor", "number", "offset"]
          }
        },
        "max_pages": {
          "type": "integer",
          "default": 5,
          "title": "Pages at most",
          "x-show-if": {
            "setting": "pages.kind",
            "values": ["next_link", "cursor", "number", "offset"]
          }
        },
        "miss": {
          "type": "object",
          "properties": {
            "statuses": {
              "type": "array",
              "items": { "type": "integer" },
              "title": "These statuses",
              "x-hint": "404 unless you say else.",
              "x-placeholder": "404"
            },
            "empty": { "type": "string", "title": "Or nothing at this path", "x-code": true, "x-placeholder": "data.items" }
          },
          "description": "What means \"nothing found\" rather than an error. Absent: status 404.",
          "title": "What means “nothing found”"
        },
        "error": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "title": "Something at this path",
              "x-hint": "Though the status is good. Such answers are not kept, and are asked again.",
              "x-code": true,
              "x-placeholder": "error"
            },
            "values": {
              "type": "array",
              "items": { "type": "string" },
              "title": "Only these values",
              "x-hint": "One a line. Blank takes any.",
              "x-widget": "lines",
              "x-placeholder": "error",
              "x-code": true
            },
            "statuses": {
              "type": "array",
              "items": { "type": "integer" },
              "title": "Or these statuses",
              "x-hint": "Besides those that are errors anyway, 400 and above.",
              "x-placeholder": "202, 206"
            }
          },
          "title": "What means an error",
          "description": "What is an error though its status is good, such as `{\"error\": \"quota exceeded\"}`. The class of the error (`quota`, `auth`, `vendor_error`) follows from its words. It is never cached, and the mode `failed` asks again. Absent: an answer without a value for any field is an error where it has one of the usual shapes (`error`, `errors`, a failed `status`, `success: false`) and does not say that nothing was found."
        },
        "price_usd": {
          "anyOf": [
            { "type": "number" },
            { "type": "string", "const": "unknown" }
          ],
          "title": "US dollars for one request",
          "x-hint": "Estimates, budgets and the ledger count with it. Blank is free.",
          "x-widget": "price"
        },
        "billing": {
          "type": "string",
          "enum": ["per_call", "on_hit"],
          "default": "per_call",
          "title": "Billed",
          "x-labels": { "per_call": "For every request", "on_hit": "Only when something is found" }
        },
        "per_second": { "type": "number", "title": "Requests a second", "x-placeholder": "no limit" },
        "concurrency": { "type": "integer", "title": "At once", "x-placeholder": "as the run" },
        "timeout_seconds": { "type": "integer", "default": 30, "title": "Seconds a row may take" },
        "cache_days": { "type": "integer", "default": 1, "title": "Days an answer is good" },
        "repeat_safe": {
          "type": "boolean",
          "title": "Ask again when a request fails",
          "x-hint": "Only requests that change and cost nothing twice are safe to repeat.",
          "x-widget": "yes-no",
          "x-blank": "As usual: a free GET, and what was not sent",
          "x-labels": { "true": "Yes, it is safe", "false": "Never" },
          "x-wide": true
        }
      },
      "required": ["max_pages", "billing", "timeout_seconds", "cache_days"]
    }
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
    "settings": {
      "properties": {},
      "required": []
    }
  },
  "output": {
    "filled_by": "itself",
    "words": { "short": "delivery", "long": "Delivery" },
    "offer": {
      "place": 50,
      "label": "Send somewhere",
      "note": "Webhook, CRM, Slack, sheet or another workbook; each row once",
      "search_words": "output export crm deliver push hubspot salesforce sequence outreach enroll",
      "icon": "send",
      "column_name": "Send"
    },
    "bound": true,
    "names_secrets": true,
    "target_words": { "*": "Sent to *" },
    "form": "own",
    "settings": {
      "properties": {
        "timeout_seconds": { "type": "integer", "default": 30, "title": "Seconds a delivery may take" }
      },
      "required": ["timeout_seconds"]
    }
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
    "settings": {
      "properties": {
        "max_steps": { "type": "integer", "default": 8, "title": "Steps at most", "x-hint": "The last one is kept for the answer." },
        "max_usd": { "type": "number", "title": "US dollars a row at most", "x-placeholder": "no limit" },
        "temperature": { "type": "number", "default": 0, "title": "Temperature" },
        "max_tokens": { "type": "integer", "default": 1500, "title": "Longest answer of a step, in tokens" },
        "timeout_seconds": { "type": "integer", "default": 180, "title": "Seconds a row may take" },
        "cache_days": { "type": "integer", "default": 30, "title": "Days a step is good" }
      },
      "required": ["max_steps", "temperature", "max_tokens", "timeout_seconds", "cache_days"]
    }
  },
  "waterfall": {
    "filled_by": "catalog",
    "words": { "short": "several providers", "long": "Waterfall" }
  }
} as const
