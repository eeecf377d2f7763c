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
        "temperature": {
          "type": "number",
          "minimum": 0,
          "maximum": 2,
          "default": 0,
          "title": "Temperature",
          "x-hint": "0 answers most alike, 2 most freely."
        },
        "max_tokens": {
          "type": "integer",
          "minimum": 16,
          "maximum": 32000,
          "default": 1000,
          "description": "Longest answer.",
          "title": "Longest answer, in tokens",
          "x-hint": ""
        },
        "timeout_seconds": {
          "type": "integer",
          "minimum": 1,
          "maximum": 300,
          "default": 60,
          "description": "Seconds one row may take.",
          "title": "Seconds a row may take",
          "x-hint": ""
        },
        "cache_days": {
          "type": "integer",
          "minimum": 0,
          "maximum": 365,
          "default": 30,
          "description": "Days an answer to the same prompt, values and model may be used again.",
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
                  "description": "Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere.",
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
                  "x-hint": "",
                  "x-code": true,
                  "x-placeholder": "X-Api-Key",
                  "x-missing": "Name the header that carries the secret."
                },
                "prefix": {
                  "type": "string",
                  "maxLength": 50,
                  "title": "In front of the key",
                  "x-hint": "",
                  "x-code": true,
                  "x-placeholder": "nothing"
                },
                "secret": {
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
                  "description": "Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere.",
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
                  "minLength": 1,
                  "maxLength": 100,
                  "title": "Parameter",
                  "x-hint": "",
                  "x-code": true,
                  "x-placeholder": "api_key",
                  "x-missing": "Name the parameter that carries the secret."
                },
                "secret": {
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
                  "description": "Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere.",
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
                  "maxLength": 200,
                  "description": "The text before the colon; the secret follows after it.",
                  "title": "User",
                  "x-hint": "May be blank where the API takes only a key.",
                  "x-code": true
                },
                "secret": {
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
                  "description": "Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere.",
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
                  "maxLength": 2000,
                  "pattern": "^https?://",
                  "examples": ["https://login.example.com/token"],
                  "title": "Address of tokens",
                  "x-hint": "",
                  "x-code": true,
                  "x-placeholder": "https://login.example.com/oauth/token",
                  "x-missing": "The token is fetched with an address and a client id."
                },
                "client_id": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 500,
                  "title": "Client id",
                  "x-hint": "",
                  "x-code": true,
                  "x-missing": "The token is fetched with an address and a client id."
                },
                "scope": {
                  "type": "string",
                  "maxLength": 1000,
                  "title": "Scope",
                  "x-hint": "",
                  "x-code": true,
                  "x-placeholder": "none"
                },
                "credentials_in": {
                  "type": "string",
                  "enum": ["body", "header"],
                  "default": "body",
                  "description": "Where the token request carries the credentials.",
                  "title": "Credentials in",
                  "x-hint": "",
                  "x-labels": { "body": "The body", "header": "A header (Basic)" }
                },
                "secret": {
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
                  "description": "Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere.",
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
          "description": "How requests authenticate. Without it they send no credentials.",
          "title": "Authentication",
          "x-hint": "",
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
                  "maxLength": 500,
                  "description": "The path of the next page's address. Absent: the Link header.",
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
                  "maxLength": 500,
                  "description": "The path of the next page's cursor.",
                  "title": "Where the cursor is",
                  "x-hint": "",
                  "x-code": true,
                  "x-placeholder": "meta.next",
                  "x-missing": "Say where the cursor is."
                },
                "param": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 100,
                  "description": "The query parameter that it is sent as.",
                  "title": "Sent as the parameter",
                  "x-hint": "",
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
                  "minLength": 1,
                  "maxLength": 100,
                  "description": "The query parameter that it is sent as.",
                  "title": "Sent as the parameter",
                  "x-hint": "",
                  "x-code": true,
                  "x-placeholder": "page",
                  "x-missing": "Say as which parameter it is sent."
                },
                "first": { "type": "integer", "minimum": 0, "maximum": 1000, "default": 1, "title": "The first one is" },
                "total": {
                  "type": "string",
                  "maxLength": 500,
                  "description": "The path of how many items there are in all: no page is asked for after so many.",
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
                  "minLength": 1,
                  "maxLength": 100,
                  "description": "The query parameter that gets how many items were read.",
                  "title": "Sent as the parameter",
                  "x-hint": "",
                  "x-code": true,
                  "x-placeholder": "offset",
                  "x-missing": "Say as which parameter it is sent."
                },
                "total": {
                  "type": "string",
                  "maxLength": 500,
                  "description": "The path of how many items there are in all: no page is asked for after so many.",
                  "title": "Where the total is",
                  "x-hint": "With it no request goes beyond the last item.",
                  "x-code": true,
                  "x-placeholder": "meta.total"
                }
              }
            }
          ],
          "$id": "HttpPages",
          "description": "How further pages are found: a link, a cursor, numbers, or an offset. Reading ends where the API says so: no link or cursor, a page without items, status 404 or 400 beyond the last page, the total, a page whose items were all there before, or a place that was asked before. An item that is on two pages is taken once.",
          "title": "Further pages",
          "x-hint": "",
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
          "maxLength": 500,
          "description": "The path of the list that the pages continue, such as `data.items`.",
          "title": "Where the items are",
          "x-hint": "",
          "x-code": true,
          "x-placeholder": "data.items",
          "x-show-if": {
            "setting": "pages.kind",
            "values": ["next_link", "cursor", "number", "offset"]
          }
        },
        "max_pages": {
          "type": "integer",
          "minimum": 1,
          "maximum": 50,
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
              "items": { "type": "integer", "minimum": 100, "maximum": 599 },
              "maxItems": 20,
              "title": "These statuses",
              "x-hint": "404 unless you say else.",
              "x-placeholder": "404"
            },
            "empty": {
              "type": "string",
              "maxLength": 500,
              "description": "A path: nothing there is a miss.",
              "title": "Or nothing at this path",
              "x-hint": "",
              "x-code": true,
              "x-placeholder": "data.items"
            }
          },
          "description": "What means \"nothing found\" rather than an error. Absent: status 404.",
          "title": "What means “nothing found”"
        },
        "error": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "maxLength": 500,
              "description": "A path: something there is an error.",
              "title": "Something at this path",
              "x-hint": "Though the status is good. Such answers are not kept, and are asked again.",
              "x-code": true,
              "x-placeholder": "error"
            },
            "values": {
              "type": "array",
              "items": { "type": "string", "minLength": 1, "maxLength": 200 },
              "maxItems": 20,
              "description": "Only these values at the path, such as `error` at `status`, or `false` at `success`.",
              "title": "Only these values",
              "x-hint": "One a line. Blank takes any.",
              "x-widget": "lines",
              "x-placeholder": "error",
              "x-code": true
            },
            "statuses": {
              "type": "array",
              "items": { "type": "integer", "minimum": 100, "maximum": 599 },
              "maxItems": 20,
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
            { "type": "number", "minimum": 0, "maximum": 1000 },
            { "type": "string", "const": "unknown" }
          ],
          "description": "Of one request. Absent: free. `unknown`: it is charged for, but the price is not known; see `allow_unknown_prices` of budgets.",
          "title": "US dollars for one request",
          "x-hint": "Estimates, budgets and the ledger count with it. Blank is free.",
          "x-widget": "price"
        },
        "billing": {
          "type": "string",
          "enum": ["per_call", "on_hit"],
          "default": "per_call",
          "description": "Whether a miss costs too.",
          "title": "Billed",
          "x-hint": "",
          "x-labels": { "per_call": "For every request", "on_hit": "Only when something is found" }
        },
        "per_second": {
          "type": "number",
          "exclusiveMinimum": 0,
          "maximum": 1000,
          "title": "Requests a second",
          "x-placeholder": "no limit"
        },
        "concurrency": { "type": "integer", "minimum": 1, "maximum": 64, "title": "At once", "x-placeholder": "as the run" },
        "timeout_seconds": {
          "type": "integer",
          "minimum": 1,
          "maximum": 120,
          "default": 30,
          "description": "Seconds one row may take.",
          "title": "Seconds a row may take",
          "x-hint": ""
        },
        "cache_days": {
          "type": "integer",
          "minimum": 0,
          "maximum": 365,
          "default": 1,
          "description": "Days an answer to GET may be used again.",
          "title": "Days an answer is good",
          "x-hint": ""
        },
        "repeat_safe": {
          "type": "boolean",
          "description": "Asking twice costs and changes nothing. Absent: true of a GET without a price.",
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
      "search_words": "output export crm deliver push",
      "icon": "send",
      "column_name": "Send"
    },
    "bound": true,
    "names_secrets": true,
    "target_words": { "*": "Sent to *" },
    "form": "own",
    "settings": {
      "properties": {
        "timeout_seconds": {
          "type": "integer",
          "minimum": 1,
          "maximum": 120,
          "default": 30,
          "description": "Seconds one row may take.",
          "title": "Seconds a delivery may take",
          "x-hint": ""
        }
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
        "max_steps": {
          "type": "integer",
          "minimum": 1,
          "maximum": 30,
          "default": 8,
          "description": "A step is one call to the model and the action it chooses. The last step is reserved for the answer.",
          "title": "Steps at most",
          "x-hint": "The last one is kept for the answer."
        },
        "max_usd": {
          "type": "number",
          "exclusiveMinimum": 0,
          "maximum": 100,
          "description": "What one row may cost. Absent: no limit.",
          "title": "US dollars a row at most",
          "x-hint": "",
          "x-placeholder": "no limit"
        },
        "temperature": { "type": "number", "minimum": 0, "maximum": 2, "default": 0, "title": "Temperature" },
        "max_tokens": {
          "type": "integer",
          "minimum": 64,
          "maximum": 32000,
          "default": 1500,
          "description": "Longest answer of a step.",
          "title": "Longest answer of a step, in tokens",
          "x-hint": ""
        },
        "timeout_seconds": {
          "type": "integer",
          "minimum": 1,
          "maximum": 900,
          "default": 180,
          "description": "Seconds one row may take.",
          "title": "Seconds a row may take",
          "x-hint": ""
        },
        "cache_days": {
          "type": "integer",
          "minimum": 0,
          "maximum": 365,
          "default": 30,
          "description": "Days that a step is answered from the cache while its inputs are unchanged.",
          "title": "Days a step is good",
          "x-hint": ""
        }
      },
      "required": ["max_steps", "temperature", "max_tokens", "timeout_seconds", "cache_days"]
    }
  },
  "waterfall": {
    "filled_by": "catalog",
    "words": { "short": "several providers", "long": "Waterfall" }
  }
} as const
