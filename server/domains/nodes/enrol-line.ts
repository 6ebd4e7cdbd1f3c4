import type { Config } from '../../config.ts'

/** Runs as the user of deploy/yuxian-agent.service: the service could not read a key file that root wrote. */
const AGENT = 'runuser -u yuxian-agent -- /opt/yuxian/node_modules/.bin/node /opt/yuxian/agent/main.ts'

/**
 * One shell line for root on the node's machine: it trades the token for a key and starts the service, or restarts it
 * with the new key.
 */
export function enrolLine({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string {
  const enrol = `${AGENT} enrol --server ${publicUrl} --token ${token}`
  return `${enrol} && systemctl enable yuxian-agent && systemctl restart yuxian-agent`
}
