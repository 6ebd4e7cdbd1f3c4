/**
 * Ends the browser's task here, so that a key or a paint that waits comes in between. By a message: timers are held back
 * in a tab that nobody sees.
 */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(port1.close()), { once: true })
    port1.start()
    port2.postMessage(null)
  })
}
