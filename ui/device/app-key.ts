import { type AppKey, DEFAULT_RESELLER_KEY, mergeAppKeys, parseAppKey, writeAppKey } from '../../contract/app-key.ts'
import { writeCookie } from './cookies.ts'
import { isInFrame, readQueryParam } from './page.ts'
import { carryMemory, readStored, writeStored } from './storage.ts'

type AppKeyStart = {
  /** Null when neither address nor storage has one: then ask the server by host. */
  appKey: AppKey | null
  /** The reseller stored before, if the address has just named another one. */
  leftKey: number | null
}

/** Address first, then storage. Text that is no app key means key 0 and never overwrites a valid stored key. */
export function startAppKey(search: string = location.search): AppKeyStart {
  const raw = readQueryParam('app_key', search)
  const storedRaw = readStored('app_key')
  const stored = storedRaw === null ? null : (parseAppKey(storedRaw) ?? keyZero())
  const fromUrl = parseAppKey(raw)
  if (raw !== null && !fromUrl) return { appKey: keyZero(), leftKey: null }
  const appKey = mergeAppKeys(fromUrl, stored)
  if (appKey) keepAppKey(appKey)
  return { appKey, leftKey: appKey && stored && stored.key !== appKey.key ? stored.key : null }
}

export function loadAppKey(): AppKey | null {
  return parseAppKey(readStored('app_key'))
}

function keepAppKey(appKey: AppKey): void {
  writeStored('app_key', appKey.text)
  // Not secret: the server uses it to brand the HTML before any script runs. In a frame without cookies the brand
  // appears once the configuration has loaded.
  writeCookie('app_key', appKey.text)
}

function keyZero(): AppKey {
  return { key: DEFAULT_RESELLER_KEY, third: null, variant: 'old', text: writeAppKey(DEFAULT_RESELLER_KEY) }
}

/**
 * In another site's frame no cookie names the reseller, and the reseller decides who may frame the page. So the address
 * must name it, or the browser refuses the reloaded page.
 */
export function reloadPage(): void {
  const appKey = loadAppKey()
  if (appKey && isInFrame()) {
    const search = new URLSearchParams(location.search)
    search.set('app_key', appKey.text)
    history.replaceState(history.state, '', `${location.pathname}?${search}`)
  }
  carryMemory()
  location.reload()
}

/** The same page for a window of its own, whose storage is not the frame's. */
export function ownWindowAddress(): string {
  const search = new URLSearchParams(location.search)
  search.delete('iframe')
  search.set('app_key', loadAppKey()?.text ?? writeAppKey(DEFAULT_RESELLER_KEY))
  return `${location.pathname}?${search}`
}
