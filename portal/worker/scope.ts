/** The part of a service worker's world that ours uses. The compiler's own types of it exclude those of pages. */
export type WaitingEvent = { waitUntil(work: Promise<unknown>): void }
export type AskedEvent = WaitingEvent & { request: Request; respondWith(answer: Promise<Response>): void }

export type PushedEvent = WaitingEvent & { data: { json(): unknown } | null }
export type TappedEvent = WaitingEvent & { notification: { data: unknown; close(): void } }
type OpenWindow = { focus(): Promise<unknown>; navigate(path: string): Promise<unknown> }

export type WorkerScope = {
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(wanted: { type: 'window' }): Promise<readonly OpenWindow[]>
    openWindow(path: string): Promise<unknown>
  }
  addEventListener(name: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(name: 'push', listener: (event: PushedEvent) => void): void
  addEventListener(name: 'notificationclick', listener: (event: TappedEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: AskedEvent) => void): void
}
