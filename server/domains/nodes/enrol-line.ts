import type { Config } from '../../config.ts'

/** As deploy/yuxian-agent.service runs the agent: enrolled by root, its key would be a file that the service cannot read. */
const AGENT = 'runuser -u yuxian-agent -- /opt/yuxian/node_modules/.bin/node /opt/yuxian/agent/main.ts'

/** For the node's machine, as root. */
export function enrolLine({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string {
  return `${AGENT} enrol --server ${publicUrl} --token ${token}`
}
