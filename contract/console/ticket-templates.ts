import Type, { type Static } from 'typebox'

import { Done, Nothing, Nullable } from '../fields.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { ticketDeeds } from '../ticket-choices.ts'

/** A name of the release's own templates, or one that was given to a team's. */
export const TemplateId = Type.String({ pattern: '^([a-z]{3,16}|own-[0-9a-f]{12})$' })

const closed = { additionalProperties: false } as const
const Title = Type.String({ minLength: 1, maxLength: limits.noticeTitleMax * 2 })
const Body = Type.String({ minLength: 1, maxLength: limits.ticketTemplateMax * 2 })
const OtherText = Type.Optional(Type.Object({ title: Title, body: Body }, closed))
const Texts = { title: Title, body: Body, 'zh-TW': OtherText, en: OtherText }

const TicketTemplate = Type.Object({
  templateId: Type.String(),
  /** `default`: our text. `changed`: ours in the team's words. `own`: the team's. */
  origin: Type.Enum(['default', 'changed', 'own']),
  /** It says that this was done, and is refused until it was. */
  claims: Nullable(Type.Enum([...ticketDeeds])),
  ...Texts,
})
export type TicketTemplate = Static<typeof TicketTemplate>

/** Templates belong to a team: the platform's staff have theirs in every office. */
const own = { access: 'staff', scope: 'any', permission: 'tickets.answer' } as const
/** The staff of a suspended reseller still answer its users. */
const change = { ...own, method: 'POST', whenSuspended: true } as const

export const ticketTemplates = {
  list: route({
    ...own,
    method: 'GET',
    path: '/api/console/ticket-templates/list',
    summary: 'The templates of this team for answers of the help desk',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(TicketTemplate), mayAdd: Type.Boolean(), isComplete: Type.Boolean() }),
    errors: [],
  }),
  save: route({
    ...change,
    path: '/api/console/ticket-templates/save',
    bodyMaxBytes: 64 * 1024,
    summary: 'Write a template, or change one that is there. A placeholder that stands for nothing is refused',
    input: Type.Object({ templateId: Type.Optional(TemplateId), ...Texts }, closed),
    output: Type.Object({ templateId: Type.String() }),
    errors: ['object.unknown', 'template.too_many'],
  }),
  remove: route({
    ...change,
    path: '/api/console/ticket-templates/remove',
    summary: 'Remove a template; one of ours can be had back',
    input: Type.Object({ templateId: TemplateId }, closed),
    output: Done,
    errors: ['object.unknown'],
  }),
  restore: route({
    ...change,
    path: '/api/console/ticket-templates/restore',
    summary: 'Have our templates back, with our texts. Own ones stay',
    input: Nothing,
    output: Done,
    errors: [],
  }),
}
