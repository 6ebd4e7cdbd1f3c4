export const AGENT_VERSION = 'yuxian-agent 0.1.0'
