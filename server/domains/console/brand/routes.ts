import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { markdownBlocks } from '../../notices/markdown-blocks.ts'
import { addDomain } from '../../resellers/add-domain.ts'
import { chooseMainDomain } from '../../resellers/choose-main-domain.ts'
import { removeDomain } from '../../resellers/remove-domain.ts'
import { updateBrand } from '../../resellers/update-brand.ts'
import { checkOwnDomain, showOwnBrand } from './calls.ts'
import { sendTestMail } from './send-test-mail.ts'

const { brand } = consoleApi

export const brandRoutes = [
  bind(brand.show, showOwnBrand),
  bind(brand.save, async (ctx, input) => {
    await updateBrand(ctx, ctx.resellerId, input, staffActor(ctx))
    return {}
  }),
  bind(brand.previewText, (_ctx, { body }) => ({ blocks: markdownBlocks(body) })),
  bind(brand.addDomain, async (ctx, { host }) => {
    const wish = { resellerId: ctx.resellerId, host, isVerified: false, isMain: false }
    return { host: await addDomain(ctx, wish, staffActor(ctx)) }
  }),
  bind(brand.checkDomain, checkOwnDomain),
  bind(brand.makeMain, async (ctx, { host }) => {
    await chooseMainDomain(ctx, { resellerId: ctx.resellerId, host }, staffActor(ctx))
    return {}
  }),
  bind(brand.removeDomain, async (ctx, { host }) => {
    await removeDomain(ctx, { host, resellerId: ctx.resellerId }, staffActor(ctx))
    return {}
  }),
  bind(brand.testMail, (ctx) => sendTestMail(ctx)),
]
