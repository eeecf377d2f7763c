// The targets of deliveries, from src/engine/columns/kinds/output-targets by `npm run generate`.

export const OUTPUT_TARGETS = {
  "webhook": {
    "label": "Webhook",
    "about": "A signed POST of JSON to an address of yours (Standard Webhooks).",
    "settings": {
      "type": "object",
      "required": ["kind", "url", "secret", "values"],
      "properties": {
        "kind": { "type": "string", "const": "webhook" },
        "url": {
          "type": "string",
          "pattern": "^https?://",
          "title": "Address",
          "x-widget": "url",
          "x-placeholder": "https://hooks.example.com/rows",
          "x-missing": "Write the address to deliver to, with https://."
        },
        "secret": {
          "type": "string",
          "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
          "title": "Signing secret",
          "x-hint": "Deliveries are signed with it, so that the receiver knows they are yours (webhook-signature).",
          "x-widget": "secret",
          "x-sent-to": "{url}",
          "x-missing": "Choose the secret that deliveries are signed with."
        },
        "values": {
          "type": "object",
          "patternProperties": {
            "^.*$": {
              "type": "string",
              "description": "Text with `{{Column name}}` references. A template that is exactly one reference passes the value on as it is. `{{Column.path}}` reaches into an object or list, `{{Column[\"a.b\"]}}` to a name with a dot in it; `\\{{` is two plain braces."
            }
          },
          "title": "What is sent",
          "x-widget": "values",
          "x-hint": "A name for each value. What is blank in a row is left out."
        }
      },
      "description": "POST of JSON, signed after Standard Webhooks with the secret. A delivery that the receiver does not accept at once stays in the queue of its endpoint and is retried for a day under the same `webhook-id`; the cell shows the result."
    }
  },
  "hubspot": {
    "label": "HubSpot",
    "about": "Creates or updates a contact, company or deal.",
    "integration": "hubspot",
    "settings": {
      "type": "object",
      "required": ["kind", "object", "key", "values"],
      "properties": {
        "kind": { "type": "string", "const": "hubspot" },
        "object": {
          "type": "string",
          "enum": ["contacts", "companies", "deals"],
          "default": "contacts",
          "title": "Create or update",
          "x-labels": { "contacts": "contacts", "companies": "companies", "deals": "deals" }
        },
        "key": {
          "type": "string",
          "title": "Matched by",
          "x-widget": "value-name",
          "x-missing": "Choose the value that records are matched by."
        },
        "values": {
          "type": "object",
          "patternProperties": {
            "^.*$": {
              "type": "string",
              "description": "Text with `{{Column name}}` references. A template that is exactly one reference passes the value on as it is. `{{Column.path}}` reaches into an object or list, `{{Column[\"a.b\"]}}` to a name with a dot in it; `\\{{` is two plain braces."
            }
          },
          "title": "Properties",
          "x-widget": "values",
          "x-hint": "The internal name of each property, and the column that fills it. What is blank is left out.",
          "x-item": "property"
        }
      },
      "description": "Creates or updates by key in HubSpot."
    }
  },
  "salesforce": {
    "label": "Salesforce",
    "about": "Creates or updates any object by its API name.",
    "integration": "salesforce",
    "settings": {
      "type": "object",
      "required": ["kind", "object", "key", "match", "values"],
      "properties": {
        "kind": { "type": "string", "const": "salesforce" },
        "object": {
          "type": "string",
          "pattern": "^[A-Za-z][A-Za-z0-9_]{0,79}$",
          "title": "Create or update",
          "x-placeholder": "Contact",
          "x-missing": "Write the API name of what is created or updated, such as Contact."
        },
        "key": {
          "type": "string",
          "pattern": "^[A-Za-z][A-Za-z0-9_]{0,79}$",
          "title": "Matched by",
          "x-widget": "value-name",
          "x-missing": "Choose the value that records are matched by."
        },
        "match": {
          "type": "string",
          "enum": ["external_id", "value"],
          "default": "external_id",
          "title": "That is",
          "x-wide": true,
          "x-labels": {
            "external_id": "an external id, which Salesforce keeps unique",
            "value": "any field, which is looked for first"
          }
        },
        "values": {
          "type": "object",
          "patternProperties": {
            "^.*$": {
              "type": "string",
              "description": "Text with `{{Column name}}` references. A template that is exactly one reference passes the value on as it is. `{{Column.path}}` reaches into an object or list, `{{Column[\"a.b\"]}}` to a name with a dot in it; `\\{{` is two plain braces."
            }
          },
          "title": "Properties",
          "x-widget": "values",
          "x-hint": "The internal name of each property, and the column that fills it. What is blank is left out.",
          "x-item": "property"
        }
      },
      "description": "Creates or updates by key in Salesforce."
    }
  },
  "workbook": {
    "label": "Another workbook",
    "about": "Creates or updates a row there, by its identity.",
    "settings": {
      "type": "object",
      "required": ["kind", "workbook_id", "existing", "values"],
      "properties": {
        "kind": { "type": "string", "const": "workbook" },
        "workbook_id": {
          "type": "string",
          "format": "uuid",
          "title": "Workbook",
          "x-hint": "It has to know its rows by an identity.",
          "x-widget": "identified-workbook",
          "x-missing": "Choose the workbook to write to."
        },
        "existing": {
          "type": "string",
          "enum": ["overwrite", "fill_blanks", "skip"],
          "default": "overwrite",
          "title": "A row that is there already",
          "x-labels": { "overwrite": "is written over", "fill_blanks": "has its blanks filled", "skip": "stays as it is" }
        },
        "values": {
          "type": "object",
          "patternProperties": {
            "^.*$": {
              "type": "string",
              "description": "Text with `{{Column name}}` references. A template that is exactly one reference passes the value on as it is. `{{Column.path}}` reaches into an object or list, `{{Column[\"a.b\"]}}` to a name with a dot in it; `\\{{` is two plain braces."
            }
          },
          "title": "What is sent",
          "x-widget": "values",
          "x-hint": "A column over there, and what is written to it. What is blank is left out."
        }
      },
      "description": "Creates or updates a row of another workbook, by its identity. Workbooks cannot write to each other in a circle."
    }
  },
  "sequence": {
    "label": "Outreach sequence",
    "about": "Saves the lead of the row and enrolls it, unless something is against it.",
    "settings": {
      "type": "object",
      "required": ["kind", "sequence_id", "consent_source", "values"],
      "properties": {
        "kind": { "type": "string", "const": "sequence" },
        "sequence_id": {
          "type": "string",
          "format": "uuid",
          "title": "Sequence",
          "x-widget": "sequence",
          "x-missing": "Choose the sequence."
        },
        "consent_source": {
          "type": "string",
          "default": "",
          "title": "Consent or basis, with its source",
          "x-hint": "Kept with each enrollment.",
          "x-placeholder": "Newsletter form, 2030"
        },
        "values": {
          "type": "object",
          "patternProperties": {
            "^.*$": {
              "type": "string",
              "description": "Text with `{{Column name}}` references. A template that is exactly one reference passes the value on as it is. `{{Column.path}}` reaches into an object or list, `{{Column[\"a.b\"]}}` to a name with a dot in it; `\\{{` is two plain braces."
            }
          },
          "title": "What is sent",
          "x-widget": "values",
          "x-hint": "Fields of the lead, such as email, contact_person and company, and the column that fills each.",
          "x-list": { "path": "/api/meta/lead-fields", "value": "name", "label": "label" },
          "x-needed": { "email": "Choose what fills the field email of the lead." }
        }
      },
      "description": "Saves the lead of the row and enrolls it in a sequence. A lead is in a sequence once."
    }
  },
  "slack": {
    "label": "Slack",
    "about": "A message to a channel, by an incoming webhook.",
    "settings": {
      "type": "object",
      "required": ["kind", "secret", "text"],
      "properties": {
        "kind": { "type": "string", "const": "slack" },
        "secret": {
          "type": "string",
          "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
          "title": "Address of the incoming webhook",
          "x-hint": "Slack gives one for each channel; it begins with https://hooks.slack.com/.",
          "x-widget": "secret",
          "x-sent-to": "https://hooks.slack.com/",
          "x-missing": "Choose the secret that holds the address of the Slack webhook."
        },
        "text": {
          "type": "string",
          "title": "Message",
          "x-hint": "Type / for a column. No mention or link is made of what a row says.",
          "x-widget": "template",
          "x-placeholder": "New lead: /Company",
          "x-wide": true,
          "x-missing": "Write the message."
        }
      },
      "description": "A message; the secret holds the address of an incoming webhook."
    }
  },
  "sheet": {
    "label": "Sheet or collector",
    "about": "One row of JSON or CSV to the hook of a spreadsheet.",
    "settings": {
      "type": "object",
      "required": ["kind", "url", "format", "values"],
      "properties": {
        "kind": { "type": "string", "const": "sheet" },
        "url": {
          "type": "string",
          "pattern": "^https?://",
          "title": "Address",
          "x-widget": "url",
          "x-placeholder": "https://hooks.example.com/rows",
          "x-missing": "Write the address to deliver to, with https://."
        },
        "format": {
          "type": "string",
          "enum": ["csv", "json"],
          "default": "json",
          "title": "As",
          "x-labels": { "json": "one JSON object", "csv": "one line of CSV with its header" }
        },
        "secret": {
          "type": "string",
          "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
          "title": "Bearer token",
          "x-hint": "Sent as a bearer token, where the hook asks for one.",
          "x-widget": "secret",
          "x-sent-to": "{url}"
        },
        "values": {
          "type": "object",
          "patternProperties": {
            "^.*$": {
              "type": "string",
              "description": "Text with `{{Column name}}` references. A template that is exactly one reference passes the value on as it is. `{{Column.path}}` reaches into an object or list, `{{Column[\"a.b\"]}}` to a name with a dot in it; `\\{{` is two plain braces."
            }
          },
          "title": "What is sent",
          "x-widget": "values",
          "x-hint": "A name for each value. What is blank in a row is left out."
        },
        "order": {
          "type": "array",
          "items": { "type": "string" },
          "description": "The names of `values` in the order in which they are sent. Absent: as they are given.",
          "x-widget": "none"
        }
      },
      "description": "POST of one row to the hook of a spreadsheet or any collector; the secret goes as a bearer token."
    }
  }
} as const
