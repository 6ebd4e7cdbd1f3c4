import { agentVersion } from '../contract/agent-release.ts'

/** Raise it with every change of the agent: nodes update by it. */
export const AGENT_NUMBER = '0.3.0'
export const AGENT_VERSION = agentVersion(AGENT_NUMBER)
