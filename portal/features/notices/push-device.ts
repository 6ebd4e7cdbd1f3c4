import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { systemOfAgent } from '../../../contract/systems.ts'

type Target = Static<typeof api.push.start.input>
/** `home`: an iPhone shows reminders only for a page on its home screen. */
export type PushPlace = { subscription: PushSubscription | null } | 'none' | 'home' | 'denied'

/** Whether this browser can show reminders, and whether it is set up to. */
export async function findPlace(): Promise<PushPlace> {
  const { serviceWorker, userAgent, maxTouchPoints } = navigator
  if (!('PushManager' in window) || !('Notification' in window)) {
    return systemOfAgent(userAgent, maxTouchPoints) === 'ios' && serviceWorker ? 'home' : 'none'
  }
  const registration = await serviceWorker?.getRegistration()
  if (!registration) return 'none'
  if (Notification.permission === 'denied') return 'denied'
  return { subscription: await registration.pushManager.getSubscription() }
}

/** Call it in a tap: only then browsers ask the reader. */
export async function subscribe(key: string): Promise<Target> {
  const permission = await Notification.requestPermission()
  const registration = await navigator.serviceWorker.getRegistration()
  if (permission !== 'granted' || !registration) throw new Error('not allowed')
  const options = { userVisibleOnly: true, applicationServerKey: Uint8Array.from(fromBase64(key)) }
  const { pushManager } = registration
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // One that was made for another server's key.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! }
}

/** As the server names the browser. */
export async function markOf({ endpoint }: PushSubscription): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromBase64(text: string): number[] {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return [...bytes].map((byte) => byte.charCodeAt(0))
}
