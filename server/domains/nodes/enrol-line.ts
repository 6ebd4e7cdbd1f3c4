import type { Ctx } from '../../platform/context.ts'
import { readBundle } from './agents/bundle.ts'
import { keyToPin } from './agents/releases.ts'

/** Runs as the user of deploy/yuxian-agent.service: the service could not read a key file that root wrote. */
const CLONE = 'runuser -u yuxian-agent -- /opt/yuxian/node_modules/.bin/node /opt/yuxian/agent/main.ts'

/**
 * One shell line for root on the node's machine: it fetches the agent, compares it with its checksum, makes the service,
 * trades the token for a key and starts. Where this server has no built agent, the machine needs a clone of the
 * repository first (docs/agent.md). `hasKey`: the node will take releases that the key in the line has signed.
 */
export async function enrolLine(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  token: string,
): Promise<{ line: string; hasKey: boolean }> {
  const { publicUrl } = config
  const identity = `--server ${publicUrl} --token ${token}`
  const bundle = await readBundle()
  if (!bundle) {
    const line = `${CLONE} enrol ${identity} && systemctl enable yuxian-agent && systemctl restart yuxian-agent`
    return { line, hasKey: false }
  }
  const key = await keyToPin({ db }, bundle)
  const line = [
    'd=$(mktemp -d)',
    `curl -fsSo "$d/agent.mjs" ${publicUrl}/agent/${bundle.number}`,
    `echo "${bundle.sha256}  $d/agent.mjs" | sha256sum -c --quiet`,
    `node "$d/agent.mjs" install ${identity}${key === null ? '' : ` --key ${key}`}`,
    'rm -r "$d"',
  ].join(' && ')
  return { line, hasKey: key !== null }
}
