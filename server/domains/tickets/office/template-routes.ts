import { consoleApi } from '../../../../contract/console/api.ts'
import { bind, type Handler } from '../../../platform/http/bind.ts'
import { OTHER_LANGUAGES } from '../../../platform/text/by-language.ts'
import { staffActor } from '../../audit/audit.ts'
import { DEFAULT_TEMPLATE_IDS, deedOf } from '../templates/default-templates.ts'
import { findTemplates, type Template } from '../templates/find-templates.ts'
import { OWN_TEMPLATES_MAX, removeTemplate, restoreTemplates, saveTemplate } from '../templates/save-template.ts'
import { findTemplatePictures, showTemplatePicture, uploadTemplatePicture } from '../templates/template-pictures.ts'

const { ticketTemplates } = consoleApi

const listTemplates: Handler<typeof ticketTemplates.list> = async (ctx) => {
  const all = await findTemplates(ctx.db, ctx.actor.resellerId)
  const picturesOf = await findTemplatePictures(ctx.db, ctx.actor.resellerId)
  return {
    rows: all.map((template) => ({ ...shownTemplate(template), pictures: picturesOf(template.id) })),
    mayAdd: all.filter(({ origin }) => origin === 'own').length < OWN_TEMPLATES_MAX,
    isComplete: all.filter(({ origin }) => origin === 'default').length === DEFAULT_TEMPLATE_IDS.length,
  }
}

function shownTemplate({ id, origin, title, body, titles, bodies }: Template) {
  const others = OTHER_LANGUAGES.flatMap((language) => {
    const text = { title: titles[language], body: bodies[language] }
    return text.title !== undefined && text.body !== undefined
      ? [[language, { title: text.title, body: text.body }] as const]
      : []
  })
  return { templateId: id, origin, claims: deedOf(id), title, body, ...Object.fromEntries(others) }
}

/** The member's own team, whichever office the member is working in. */
export const templateRoutes = [
  bind(ticketTemplates.list, listTemplates),
  bind(ticketTemplates.upload, uploadTemplatePicture),
  bind(ticketTemplates.picture, (ctx, { pictureId }) => showTemplatePicture(ctx.db, ctx.actor.resellerId, pictureId)),
  bind(ticketTemplates.save, (ctx, input) => saveTemplate(ctx, ctx.actor.resellerId, input, staffActor(ctx))),
  bind(ticketTemplates.remove, (ctx, { templateId }) =>
    removeTemplate(ctx, ctx.actor.resellerId, templateId, staffActor(ctx)),
  ),
  bind(ticketTemplates.restore, (ctx) => restoreTemplates(ctx, ctx.actor.resellerId, staffActor(ctx))),
]
