import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'

import { PICTURE_MAX_BYTES, PICTURES_PER_MESSAGE } from '../../../../../contract/pictures.ts'
import { readMark } from '../../../../domains/sessions/page-mark.ts'
import { clock } from '../../../../platform/clock.ts'
import { fail } from '../../../../platform/errors.ts'
import { readForm, SentForm } from '../../../../platform/http/multipart.ts'
import { LONG_PATIENCE_MS } from '../../../../platform/http/patient-requests.ts'
import { type HostedDeps, sendHosted } from '../../send-hosted.ts'
import { MARK_FIELD } from './desk-forms.ts'
import { overPage } from './desk-pages.ts'
import { takeStep } from './desk-steps.ts'
import { DESK_PATH, enterDesk } from './desk.ts'

/** The fields of a form without files: text, facts and tickets. */
const FIRST_BYTES = 128 * 1024
const KEPT_BYTES = FIRST_BYTES + PICTURES_PER_MESSAGE * PICTURE_MAX_BYTES
/** Photos of today's phones: whoever chose one too large still reads why. The proxies in deploy/ let as much through. */
const READ_BYTES = 32 * 1024 * 1024

/**
 * The help desk on the hosted help page, for a frame that has neither script nor cookie nor origin: every page is the
 * answer to a form, and each form carries the page mark.
 */
export function registerDesk(app: FastifyInstance, deps: HostedDeps): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: RequestPayload) =>
      readForm(payload, request.headers['content-type'] ?? '', {
        firstBytes: FIRST_BYTES,
        keptBytes: KEPT_BYTES,
        readBytes: READ_BYTES,
        // By its signature alone, before anything large is kept; the session is looked at when the form is whole.
        admits: (first) => readMark({ ...deps, now: clock.now() }, first.text(MARK_FIELD)) !== null,
      }),
    )
    scope.post(
      DESK_PATH,
      {
        schema: { hide: true },
        // Pictures are encoded one after the other, and no script waits for the answer.
        config: { patienceMs: LONG_PATIENCE_MS },
        onRequest: async (request) => refuseOtherSites(request),
      },
      (request, reply) => {
        const form = request.body instanceof SentForm ? request.body : fail('request.invalid')
        return sendHosted(deps.db, request, reply, async (view) => {
          const desk = await enterDesk(deps, view, request, form.text(MARK_FIELD))
          return desk ? takeStep(desk, form) : overPage(view, form.text('text'))
        })
      },
    )
  })
  // A browser that restores a tab asks for the address alone.
  app.get(DESK_PATH, { schema: { hide: true } }, (request, reply) =>
    sendHosted(deps.db, request, reply, (view) => overPage(view, '')),
  )
}

/** A frame without an origin says `null`; the page in its own window names ours. */
function refuseOtherSites(request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin !== undefined && origin !== 'null' && URL.parse(origin)?.host !== request.host) fail('request.cross_site')
}
