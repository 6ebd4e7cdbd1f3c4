import type { Config } from '../../config.ts'

/** As deploy/yuxian-agent.service runs the agent: enrolled by root, its key would be a file that the service cannot read. */
const AGENT = 'runuser -u yuxian-agent -- /opt/yuxian/node_modules/.bin/node /opt/yuxian/agent/main.ts'

/** For a person with one shell and one line: it trades the key and starts the service, or starts it anew with its new key. */
export function enrolAndStartLine(config: Pick<Config, 'publicUrl'>, token: string): string {
  return `${enrolLine(config, token)} && systemctl enable yuxian-agent && systemctl restart yuxian-agent`
}

/** For the node's machine, as root. */
export function enrolLine({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string {
  return `${AGENT} enrol --server ${publicUrl} --token ${token}`
}
