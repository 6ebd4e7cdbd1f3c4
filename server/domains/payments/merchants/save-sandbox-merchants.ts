import { providers as facts, type Provider } from '../../../../contract/providers.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { providers, type SandboxShop } from '../gateways/providers.ts'
import {
  newMerchantId,
  sealMerchantSecret,
  disableOtherSandboxes,
  insertMerchant,
  loadSandboxMerchant,
  loadSandboxUrl,
  updateMerchant,
  type NewMerchant,
} from './merchant.ts'

/** The addresses at which the cashier and the server reach each other. */
type Places = { gatewayUrl: string; pageUrl: string; notifyBaseUrl: string }
type SandboxCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/**
 * Makes the cashier the platform's merchant at every provider. Saved again at every start: the cashier's port changes,
 * and a cashier from another folder that is gone must not take payments any more.
 */
export async function saveSandboxMerchants(ctx: SandboxCtx, shop: SandboxShop, places: Places): Promise<void> {
  await inTx(ctx, async (tx) => {
    const kept = []
    for (const provider of Object.keys(providers) as Provider[]) {
      const { path, secret, ...shown } = providers[provider].sandbox.account(shop)
      const [gatewayUrl, pageUrl] = [places.gatewayUrl + path, places.pageUrl + path]
      const { notifyBaseUrl } = places
      kept.push(
        await save(tx, provider, secret, {
          ...shown,
          devices: [...facts[provider].devices],
          gatewayUrl,
          pageUrl,
          notifyBaseUrl,
        }),
      )
    }
    await disableOtherSandboxes(tx.db, kept, ctx.now)
  })
}

type Shown = Omit<NewMerchant, 'id' | 'provider' | 'sealedSecret' | 'createdAt' | 'isSandbox'> & { appId: string }

async function save(ctx: SandboxCtx & { db: Tx }, provider: Provider, secret: string, shown: Shown): Promise<string> {
  const known = await loadSandboxMerchant(ctx.db, provider, shown.appId)
  const id = known?.id ?? newMerchantId()
  const columns = { ...shown, sealedSecret: sealMerchantSecret(ctx, id, secret) }
  if (known) await updateMerchant(ctx.db, id, { ...columns, disabledAt: null })
  else await insertMerchant(ctx.db, { ...columns, id, provider, isSandbox: true, createdAt: ctx.now })
  return id
}

/**
 * Where the sandbox cashier listens; null without one. Production takes real money only and refuses to start while one
 * is stored.
 */
export async function loadSandboxGateway(db: Queryable): Promise<string | null> {
  const url = await loadSandboxUrl(db)
  return url === null ? null : new URL(url).origin
}
