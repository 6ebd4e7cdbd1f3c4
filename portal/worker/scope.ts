/** The part of a service worker's world that ours uses. The compiler's own types of it exclude those of pages. */
export type WaitingEvent = { waitUntil(work: Promise<unknown>): void }
export type AskedEvent = WaitingEvent & { request: Request; respondWith(answer: Promise<Response>): void }

export type WorkerScope = {
  location: Location
  registration: ServiceWorkerRegistration
  addEventListener(name: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: AskedEvent) => void): void
}
