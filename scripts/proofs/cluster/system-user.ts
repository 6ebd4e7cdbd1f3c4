import { readFileSync } from 'node:fs'

export type SystemUser = { uid: number; gid: number }

export function findUser(name: string): SystemUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`))
  if (!line) throw new Error(`This machine has no user ${name}`)
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
