export const USER = 'yuxian-agent'
export const HOME = '/var/lib/yuxian-agent'
/** The installed release. It belongs to root: the agent cannot change what starts it. */
export const PROGRAM = '/opt/yuxian-agent/yuxian-agent.mjs'

/** The unit of deploy/, for the one file in place of a clone. */
export function unitFor(text: string, node: string): string {
  return text
    .replace(/^(#.*\n)+/, '# Written by `yuxian-agent install`.\n')
    .replace(/^WorkingDirectory=.*$/m, `WorkingDirectory=${HOME}`)
    .replace(/^ExecStart=.*$/m, `ExecStart=${node} ${PROGRAM} launch`)
}
