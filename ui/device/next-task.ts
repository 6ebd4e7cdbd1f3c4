/**
 * Ends the current browser task, so that waiting input or painting comes first. Uses a message, because browsers delay
 * timers in hidden tabs.
 */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(port1.close()), { once: true })
    port1.start()
    port2.postMessage(null)
  })
}
