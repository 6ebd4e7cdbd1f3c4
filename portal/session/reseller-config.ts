import { api } from '../../contract/api.ts'
import { DEFAULT_RESELLER_KEY, FALLBACK_WHITELIST } from '../../contract/app-key.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { call } from '../../ui/http/client.ts'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { showBrand, useBrand } from '../state/brand.ts'
import { useConfigState } from '../state/config.ts'
import { toastFailure } from './failure-toast.ts'

/** The key of the reseller that owns this host; 0 when the answer is no key or fails. */
export async function loadKeyByHost(): Promise<number> {
  try {
    const key = Number(await call(api.resellers.keyByHost, {}, { noRedirect: true }))
    return Number.isSafeInteger(key) && key >= 0 ? key : DEFAULT_RESELLER_KEY
  } catch {
    return DEFAULT_RESELLER_KEY
  }
}

export async function loadWhitelist(): Promise<void> {
  const { setWhiteList } = useConfigState.getState()
  try {
    setWhiteList(await call(api.resellers.whitelist, {}, { noRedirect: true }))
  } catch {
    setWhiteList(FALLBACK_WHITELIST)
  }
}

/**
 * Loads brand and links of the current reseller. If that fails, the page keeps its brand or uses the rule for the key.
 */
export async function loadResellerConfig(): Promise<void> {
  const { dailiKey, setDailiConfig, emptyDailiConfig } = useConfigState.getState()
  try {
    const config = await call(api.resellers.config, { daili_id: dailiKey }, { noRedirect: true })
    if (useConfigState.getState().dailiKey !== dailiKey) return
    setDailiConfig(config)
    const { title, icon, accent, balanceName } = config
    showBrand({ key: dailiKey, title, icon, accent, balanceName })
  } catch (error) {
    if (useConfigState.getState().dailiKey !== dailiKey) return
    emptyDailiConfig(error instanceof ApiError && error.code === 'reseller.unknown')
    toastFailure('reseller_config')
    if (useBrand.getState().key !== dailiKey) await showRuleOf(dailiKey)
  }
}

/** Rare, so the rules and their icon stay out of the entry; without them the page keeps its brand. */
async function showRuleOf(key: number): Promise<void> {
  const rules = await loadChunk(() => import('../../contract/brand.ts')).catch(() => null)
  if (rules && useConfigState.getState().dailiKey === key) showBrand(rules.brandOf(key))
}
