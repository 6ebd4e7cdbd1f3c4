import { KEPT_CACHE } from './places.ts'
import type { PushedEvent, TappedEvent, WorkerScope } from './scope.ts'

type Pushed = { title: string; body: string; lang: string; navigate: string; tag: string }

/** Shows a reminder. Who signed out without a network must hear nothing more: then the address is given up. */
export async function showPushed(scope: WorkerScope, { data }: PushedEvent): Promise<void> {
  const isSignedIn = await caches.has(KEPT_CACHE)
  if (!isSignedIn) {
    const subscription = await scope.registration.pushManager.getSubscription()
    await subscription?.unsubscribe()
    return
  }
  const { notification } = data!.json() as { notification: Pushed }
  const { title, body, lang, tag, navigate } = notification
  await scope.registration.showNotification(title, { body, lang, tag, data: pathOf(navigate) })
}

/** Opens the page that the reminder names, in a window that is there or in a new one. */
export async function openPushed(scope: WorkerScope, { notification }: TappedEvent): Promise<void> {
  notification.close()
  const path = notification.data as string
  const [open] = await scope.clients.matchAll({ type: 'window' })
  if (!open) return void (await scope.clients.openWindow(path))
  await open.focus()
  await open.navigate(path)
}

/** Only a page of the user area, and on this host: the message does not choose where a tap leads. */
function pathOf(address: string): string {
  const { pathname } = new URL(address)
  return /^\/user\/[a-zA-Z_]+$/.test(pathname) ? pathname : '/user'
}
