import type { Config } from '../../config.ts'

/** Runs as the user of deploy/yuxian-agent.service: the service could not read a key file that root wrote. */
const AGENT = 'runuser -u yuxian-agent -- /opt/yuxian/node_modules/.bin/node /opt/yuxian/agent/main.ts'

/** One shell line that trades the token for a key and starts the service, or restarts it with the new key. */
export function enrolAndStartLine(config: Pick<Config, 'publicUrl'>, token: string): string {
  return `${enrolLine(config, token)} && systemctl enable yuxian-agent && systemctl restart yuxian-agent`
}

/** Run this on the node's machine, as root. */
export function enrolLine({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string {
  return `${AGENT} enrol --server ${publicUrl} --token ${token}`
}
