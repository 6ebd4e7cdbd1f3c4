import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import {
  checkMark,
  mintFormTicket,
  openMark,
  readFormTicket,
  type PageVisitor,
} from '../../../../domains/sessions/page-mark.ts'
import { clock } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { Refusal } from '../../../../platform/errors.ts'
import type { HostedDeps, HostedView } from '../../send-hosted.ts'
import { deskTexts, type DeskTexts } from './desk-texts.ts'

/** Where the forms of the help desk's pages go. */
export const DESK_PATH = '/hosted/help/tickets'

/** The help desk as one user sees it on the hosted help page. */
export type Desk = {
  view: HostedView
  texts: DeskTexts
  zone: string
  /** For the use cases of the portal's calls: the same rules, the same limits. */
  ctx: Ctx<'user'>
  /** Proves who reads, in each form of the page and nowhere else. */
  mark: string
  /** The one-time ticket of a form that changes something. */
  formTicket: (what: string) => string
  /** The key under which a form is done once; null when it is no form that this user was given. */
  formKey: (what: string, ticket: string) => string | null
}

/** The first load: trades the ticket of the address. Null: it is used or late, or not for this page. */
export async function openDesk(
  deps: HostedDeps,
  view: HostedView,
  request: FastifyRequest,
  ticket: string,
): Promise<Desk | null> {
  try {
    const { mark } = await openMark({ ...deps, now: clock.now() }, ticket)
    return await enterDesk(deps, view, request, mark)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ticket.spent') return null
    throw error
  }
}

/** Every further page. Null: the mark is late or forged, its session is over, or it belongs to another brand. */
export async function enterDesk(
  deps: HostedDeps,
  view: HostedView,
  request: FastifyRequest,
  mark: string,
): Promise<Desk | null> {
  const now = clock.now()
  const visitor = await checkMark({ ...deps, now }, mark)
  if (!visitor || visitor.resellerId !== view.resellerId) return null
  return {
    view,
    texts: deskTexts[view.language],
    zone: deps.config.businessTz,
    ctx: contextOf(deps, view, request, { ...visitor, now }),
    mark,
    formTicket: (what) => mintFormTicket(deps, visitor, what),
    formKey: (what, ticket) => readFormTicket({ ...deps, now }, visitor, what, ticket),
  }
}

type Visit = PageVisitor & { userName: string; now: Date }

function contextOf(deps: HostedDeps, view: HostedView, request: FastifyRequest, visit: Visit): Ctx<'user'> {
  const { resellerId, accountId, sessionId, userName, now } = visit
  return {
    ...deps,
    now,
    log: request.log as Logger,
    language: view.language,
    actor: { kind: 'user', sessionId, accountId, userName, strength: 'remembered' },
    resellerId,
    owner: { resellerId, accountId },
    client: {
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      host: request.host,
      appKey: null,
      isLocal: false,
    },
    // A frame without an origin keeps neither a token nor a cookie.
    issueToken: () => {},
    setDeviceMark: () => {},
    setConsoleToken: () => {},
  }
}
