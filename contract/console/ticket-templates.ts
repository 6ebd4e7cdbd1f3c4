import Type, { type Static } from 'typebox'

import { Done, Nothing, Nullable, Uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { PICTURE_BODY_MAX_BYTES, PICTURES_PER_MESSAGE } from '../pictures.ts'
import { route } from '../route.ts'
import { ticketDeeds } from '../ticket-choices.ts'
import { PictureBytes, PictureUpload, TicketPicture } from '../tickets.ts'

/** A name of the release's own templates, or one that was given to a team's. */
export const TemplateId = Type.String({ pattern: '^([a-z]{3,16}|own-[0-9a-f]{12})$' })

/** Uploaded by `upload`, or of the template already. */
const Pictures = Type.Optional(Type.Array(Uuid, { maxItems: PICTURES_PER_MESSAGE, uniqueItems: true }))

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
  /** They go with the answer. */
  pictures: Type.Array(TicketPicture),
})
export type TicketTemplate = Static<typeof TicketTemplate>

/** Templates belong to a team: the platform's staff have theirs in every office. */
const own = { access: 'staff', scope: 'any', permission: 'tickets.answer' } as const
/** The staff of a suspended reseller still answer its users. */
const change = { ...own, whenSuspended: true } as const

export const ticketTemplates = {
  list: route('GET /api/console/ticket-templates/list', {
    ...own,
    summary: 'The templates of this team for answers of the help desk',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(TicketTemplate), mayAdd: Type.Boolean(), isComplete: Type.Boolean() }),
  }),
  upload: route('POST /api/console/ticket-templates/upload', {
    ...change,
    bodyMaxBytes: PICTURE_BODY_MAX_BYTES,
    summary:
      'Upload a picture for a template: JPEG, PNG or WebP of at most 2 MB, in base64. Unsaved, it is gone after a day',
    input: PictureUpload,
    output: TicketPicture,
    errors: ['picture.refused', 'help.pictures_max', 'request.too_large', 'request.too_many'],
  }),
  picture: route('GET /api/console/ticket-templates/picture', {
    ...own,
    summary: "A picture of this team's templates in base64",
    input: Type.Object({ pictureId: Uuid }, closed),
    output: PictureBytes,
    errors: ['object.unknown'],
  }),
  save: route('POST /api/console/ticket-templates/save', {
    ...change,
    bodyMaxBytes: 64 * 1024,
    summary: 'Write a template, or change one that is there. A placeholder that stands for nothing is refused',
    /** Without `pictures` those that it has stay. */
    input: Type.Object({ templateId: Type.Optional(TemplateId), ...Texts, pictures: Pictures }, closed),
    output: Type.Object({ templateId: Type.String() }),
    errors: ['object.unknown', 'template.too_many'],
  }),
  remove: route('POST /api/console/ticket-templates/remove', {
    ...change,
    summary: 'Remove a template; one of ours can be had back',
    input: Type.Object({ templateId: TemplateId }, closed),
    output: Done,
    errors: ['object.unknown'],
  }),
  restore: route('POST /api/console/ticket-templates/restore', {
    ...change,
    summary: 'Have our templates back, with our texts. Own ones stay',
    input: Nothing,
    output: Done,
  }),
}
