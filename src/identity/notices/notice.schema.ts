// Wire shapes of notices: the inbox, and the notification settings of a user.
import { type Static, Type } from 'typebox'
import { PageQuery } from '../../platform/http/paging.ts'
import { TOPIC_NAMES, TOPICS, WHENS } from './notices.logic.ts'

const Time = Type.String({ format: 'date-time' })

export const Notice = Type.Object(
  {
    id: Type.String(),
    topic: Type.String({ enum: TOPIC_NAMES }),
    severity: Type.String({ enum: ['info', 'warning', 'error'] }),
    title: Type.String(),
    text: Type.String(),
    link: Type.Union([Type.String(), Type.Null()], { description: 'A path of the web app.' }),
    created_at: Time,
    read_at: Type.Union([Time, Type.Null()]),
  },
  { $id: 'Notice' },
)
export type Notice = Static<typeof Notice>

export const NoticeList = Type.Object(
  {
    items: Type.Array(Notice),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    unread: Type.Integer({ description: 'How many are unread, counted up to 1000.' }),
  },
  { $id: 'NoticeList' },
)

export const NoticesQuery = Type.Object({
  ...PageQuery,
  unread: Type.Optional(Type.Boolean({ description: 'True: only those that are unread.' })),
})

export const NoticeMark = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 400 }), { maxItems: 500, description: 'Absent: all of them.' }),
    ),
    read: Type.Boolean({ default: true }),
  },
  { $id: 'NoticeMark', additionalProperties: false },
)

export const NoticesMarked = Type.Object({ marked: Type.Integer(), unread: Type.Integer() }, { $id: 'NoticesMarked' })

const When = (description: string) => Type.String({ enum: [...WHENS], description })
const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['08:00'] })
const Quiet = Type.Union([Clock, Type.Null()], { description: 'Local time; null for no quiet hours.' })

const Moment = (description: string) => Type.Union([Time, Type.Null()], { description })

const shared = {
  email: Type.Union([Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' }), Type.Null()], {
    description: 'Where mail goes.',
  }),
  email_when: When('`at_once`, or as a digest: `daily`, or `weekly` on Monday.'),
  chat_when: When('The same for the chat webhook.'),
  time_zone: Type.String({ maxLength: 60, examples: ['Europe/Berlin'] }),
  quiet_from: Quiet,
  quiet_to: Quiet,
  digest_at: Clock,
}

export const NoticePreferences = Type.Object(
  {
    ...shared,
    chat_hint: Type.Union([Type.String(), Type.Null()], {
      description: 'The end of the chat webhook, when one is set.',
    }),
    topics: Type.Array(
      Type.Object({ topic: Type.String({ enum: TOPIC_NAMES }), label: Type.String(), on: Type.Boolean() }),
    ),
    email_next_at: Moment('When the next digest goes out by mail; null where mail is no digest.'),
    email_last_at: Moment('When a digest last went out by mail, or would have with something in it.'),
    chat_next_at: Moment('The same for chat.'),
    chat_last_at: Moment('The same for chat.'),
    mail_ready: Type.Boolean({ description: 'Whether mail can be sent: SMTP is set up here or for the install.' }),
    last_error: Type.Union([Type.String(), Type.Null()], { description: 'Why the last notice could not be sent.' }),
  },
  { $id: 'NoticePreferences' },
)
export type NoticePreferences = Static<typeof NoticePreferences>

export const NoticePreferencesUpdate = Type.Object(
  {
    ...(Object.fromEntries(Object.entries(shared).map(([name, schema]) => [name, Type.Optional(schema)])) as {
      [K in keyof typeof shared]: ReturnType<typeof Type.Optional<(typeof shared)[K]>>
    }),
    chat_url: Type.Optional(
      Type.Union([Type.String({ maxLength: 2000, pattern: '^https?://' }), Type.Null()], {
        'x-secret': true,
        description: 'The address of a Slack-compatible incoming webhook; null takes it away. Never given out again.',
      }),
    ),
    topics: Type.Optional(
      Type.Object(Object.fromEntries(Object.keys(TOPICS).map((topic) => [topic, Type.Optional(Type.Boolean())])), {
        additionalProperties: false,
        description: 'Topics to get notices about; those not named stay.',
      }),
    ),
  },
  { $id: 'NoticePreferencesUpdate', additionalProperties: false },
)
export type NoticePreferencesUpdate = Static<typeof NoticePreferencesUpdate>
