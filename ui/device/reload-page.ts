import { loadAppKey } from './app-key.ts'

/**
 * In another site's frame no cookie tells the server whose page this is, and that decides who may frame it: the address
 * has to say it, or the browser refuses the page that comes back.
 */
export function reloadPage(): void {
  const appKey = loadAppKey()
  if (appKey && window.self !== window.top) {
    const search = new URLSearchParams(location.search)
    search.set('app_key', appKey.text)
    history.replaceState(history.state, '', `${location.pathname}?${search}`)
  }
  location.reload()
}
