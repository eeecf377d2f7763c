// SCIM as a protocol of the HTTP kit: its tokens, its media type, its errors.
import type { FieldError } from '../../kernel/errors.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Protocol } from '../../platform/http/protocol.ts'
import { baseOf, type Directory, type Scim } from './directory.ts'
import { ERROR } from './discovery.logic.ts'
import { ScimError, type ScimType } from './scim.error.ts'
import { ScimErrorBody } from './scim.schema.ts'
import { findScimToken } from './tokens.commands.ts'

const MEDIA = 'application/scim+json'

/** Clients write these in any case, though an address has one. */
const ENDPOINTS = new Map(
  ['Users', 'Groups', 'Schemas', 'ResourceTypes', 'ServiceProviderConfig', 'Me'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)
const ENDPOINT = /^(\/scim\/v2\/[^/?#]+\/)([a-z]+)(?=[/?#]|$)/i

export function scimProtocol({ database, now, publicUrl }: Scim): Protocol {
  return {
    name: 'Scim',
    prefix: '/scim/',
    media: MEDIA,
    error: ScimErrorBody,
    security: {
      name: 'scimToken',
      scheme: { type: 'http', scheme: 'bearer', description: 'A token of POST /api/settings/scim-tokens.' },
    },
    address: (url) =>
      url.replace(ENDPOINT, (_, before: string, name: string) => before + (ENDPOINTS.get(name.toLowerCase()) ?? name)),
    async enter(request, bearer): Promise<Directory> {
      const slug = String((request.params as Record<string, unknown>).workspace_slug)
      const token = bearer === undefined ? undefined : await findScimToken(database, slug, bearer, now())
      // One answer for a wrong token, the token of another workspace and a workspace that does not exist.
      if (!token) refuse('unauthenticated', 'No SCIM token, or one that is not good here')
      const { ip, id: request_id } = request
      const who = { kind: 'token', user_id: null, name: token.name, token_id: token.id, ip, request_id } as const
      const { workspace_id, provider_id } = token
      return { workspace_id, actor: who, slug, base: baseOf(publicUrl, request, slug), provider_id }
    },
    problem(error, usual, request) {
      if (error instanceof ScimError) {
        const { status, message, scimType } = error
        return { status, headers: {}, isFault: false, media: MEDIA, body: errorBody(status, message, scimType) }
      }
      const { detail } = usual.body
      if (!Array.isArray(detail)) {
        return { ...usual, media: MEDIA, body: errorBody(usual.status, detail, wordFor(usual.status)) }
      }
      if (isPlainJson(request.headers)) return { ...usual, media: MEDIA }
      const isSyntax = detail.some(({ type }) => type === 'json_invalid')
      return {
        ...usual,
        status: 400,
        media: MEDIA,
        body: errorBody(400, inWords(detail), isSyntax ? 'invalidSyntax' : 'invalidValue'),
      }
    },
  }
}

function errorBody(status: number, detail: string, scimType?: ScimType) {
  return { schemas: [ERROR], status: String(status), ...(scimType ? { scimType } : {}), detail }
}

function wordFor(status: number): ScimType | undefined {
  return status === 400 ? 'invalidSyntax' : undefined
}

/** A plain JSON request gets the 422 of the rest of the API; a SCIM request gets a SCIM error. */
function isPlainJson(headers: { 'content-type'?: string | undefined; accept?: string | undefined }): boolean {
  const sends = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return sends === 'application/json' && !headers.accept?.toLowerCase().includes(MEDIA)
}

function inWords(faults: FieldError[]): string {
  const words = faults.slice(0, 10).map(({ loc, msg }) => `${loc.slice(1).join('.') || 'body'}: ${msg}`)
  return words.join('; ')
}
