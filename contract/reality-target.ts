/** Where REALITY leads everybody who is not one of its clients: a host and its port, `[::1]:8443` or a machine's own included. */
export const TARGET = '^([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\]):\\d{1,5}$'

/** Left out: the site whose name clients say. */
export const usualTarget = (sni: string): string => `${sni}:443`

export function targetParts(target: string): { host: string; port: number } {
  const at = target.lastIndexOf(':')
  return { host: target.slice(0, at), port: Number(target.slice(at + 1)) }
}

export function isTarget(text: string): boolean {
  const { port } = targetParts(text)
  return new RegExp(TARGET).test(text) && port >= 1 && port <= 65_535
}
